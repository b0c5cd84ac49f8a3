import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { engineWithCredential, standInEngine } from '../../../../test/support/engine.ts';
import { endExpired } from '../../../../test/support/leases.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'DELETE /processing/runtimes/remote-engines/{id}/pairing';
const server = await startTestServer();
const { call, make } = server;
const unpair = (id: string) => call(ROUTE, { path: { id }, query: { keepOsgiDeployments: true, keepMicroserviceDeployments: 'false' } });
const read = async (id: string) => (await call('GET /processing/runtimes/remote-engines/{id}', { path: { id } })).body;
const pair = (preAuthorizedKey: string) => call('POST /engine/v1/pairing', { token: undefined, body: { preAuthorizedKey, version: '1' } });

test('remote-engines.unpair.key', async () => {
  const engine = await standInEngine(server, await make.environment());
  const { status, body, headers } = await unpair(engine.id);
  assert.deepEqual([status, headers.get('content-type')], [200, 'text/plain; charset=utf-8']);
  assert.match(body, /^[0-9a-f]{64}$/);
  assert.deepEqual([(await read(engine.id)).status, (await read(engine.id)).availability], ['NOT_PAIRED', 'NOT_AVAILABLE']);
  assert.equal(JSON.stringify(await read(engine.id)).includes(body), false);

  const paired = await pair(body);
  assert.deepEqual([paired.status, paired.body.engineId], [200, engine.id]);
  await engineWithCredential(server, engine.id, paired.body.credential).heartbeat();
  assertRefused(await pair(body), 401, 'engine_key_refused');
});

test('an unused key is invalid after the creation of another key', async () => {
  const { body: created } = await call('POST /processing/runtimes/remote-engines', {
    body: { name: 'Never paired', environmentId: await make.environment() },
  });
  const { body: key } = await unpair(created.id);
  assertRefused(await pair(created.preAuthorizedKey), 401, 'engine_key_refused');
  assert.equal((await pair(key)).status, 200);
});

test('remote-engines.unpair.credential', async () => {
  const engine = await standInEngine(server, await make.environment());
  await engine.heartbeat();
  await unpair(engine.id);
  assertRefused(await engine.send('POST /engine/v1/beats', { running: [] }), 401, 'not_signed_in');
  assertRefused(await engine.send('POST /engine/v1/claims', { free: 1, waitMilliseconds: 0 }), 401, 'not_signed_in');
  assertRefused(await engine.send('POST /engine/v1/reports', {}), 401, 'not_signed_in');
  assertRefused(await engine.bundle('0'.repeat(64)), 401, 'not_signed_in');
});

test('remote-engines.unpair.executions', async () => {
  const task = await make.task();
  const engine = await standInEngine(server, task.environment);
  await call('POST /processing/executions', { body: { executable: task.id } });
  const lease = await engine.claimOne();
  await engine.start(lease);
  await server.platform.db.writer.rows(
    sql`update live_execution set lease_expires_at = now() + interval '1 hour' where execution_id = ${lease.executionId}`,
  );
  await unpair(engine.id);

  await endExpired(server);
  const { body } = await call('GET /processing/executions/{executionId}', { path: { executionId: lease.executionId } });
  assert.deepEqual([body.executionStatus, body.errorType], ['EXECUTION_FAILED', 'ENGINE_LOST']);
});

test('remote-engines.unpair.built-in', async () => {
  const { id } = await server.platform.db.reader.only<{ id: string }>(sql`select id from engine where managed`);
  await leavesNothing(server, ROUTE, { path: { id } }, 400, 'engine_built_in', 'engine');
});

test('remote-engines.create.permission: unpairing needs SVC_CLUSTER_MANAGEMENT', async () => {
  const { id, credential } = await make.engine();
  const { token } = await make.user({ permissions: PERMISSIONS.filter((permission) => permission !== 'SVC_CLUSTER_MANAGEMENT') });
  assertRefused(await call(ROUTE, { token, path: { id } }), 403, 'forbidden');
  assertRefused(await call(ROUTE, { token: undefined, path: { id } }), 401, 'not_signed_in');
  const stranger = await make.user({ tenant: await make.otherTenant(), permissions: PERMISSIONS });
  assertRefused(await call(ROUTE, { token: stranger.token, path: { id } }), 404, 'not_found');
  assertRefused(await call(ROUTE, { path: { id: newId() } }), 404, 'not_found');
  await engineWithCredential(server, id, credential).heartbeat();
  const enough = await make.user({ permissions: ['SVC_CLUSTER_MANAGEMENT'] });
  assert.equal((await call(ROUTE, { token: enough.token, path: { id } })).status, 200);
});
