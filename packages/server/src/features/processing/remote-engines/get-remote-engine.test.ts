import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { runTimer } from '../../../../test/support/background.ts';
import { engineWithCredential, standInEngine } from '../../../../test/support/engine.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { setBack } from '../../../../test/support/set-back.ts';

const ROUTE = 'GET /processing/runtimes/remote-engines/{id}';
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make } = server;
const read = async (id: string) => (await call(ROUTE, { path: { id } })).body;

test('remote-engines.get.availability', async () => {
  const engine = await standInEngine(server, await make.environment());
  assert.equal((await read(engine.id)).availability, 'AVAILABLE');
  const silentFor = (interval: string) =>
    server.platform.db.writer.rows(sql`update engine set last_beat_at = now() - ${interval}::interval where id = ${engine.id}`);
  await silentFor('10 s');
  assert.equal((await read(engine.id)).availability, 'AVAILABLE', 'a late heartbeat does not make an engine unavailable');
  await silentFor('16 s');
  assert.equal((await read(engine.id)).availability, 'NOT_AVAILABLE');
  await engine.heartbeat();
  assert.equal((await read(engine.id)).availability, 'AVAILABLE');
});

test('remote-engines.get.retired', async () => {
  const engine = await standInEngine(server, await make.environment());
  const silentFor = (interval: string) =>
    server.platform.db.writer.rows(sql`update engine set last_beat_at = now() - ${interval}::interval where id = ${engine.id}`);
  await silentFor('29 days');
  assert.equal((await read(engine.id)).availability, 'NOT_AVAILABLE');
  await silentFor('31 days');
  assert.equal((await read(engine.id)).availability, 'RETIRED');
  const listed = await call('GET /processing/runtimes/remote-engines', { query: { query: 'availability==RETIRED' } });
  assert.deepEqual(
    listed.body.map(({ id }: { id: string }) => id),
    [engine.id],
  );
  await engine.heartbeat();
  assert.equal((await read(engine.id)).availability, 'AVAILABLE', 'an engine with a new heartbeat is not retired');
});

test('remote-engines.get.set-back', async () => {
  const engine = await standInEngine(server, await make.environment());
  await engine.heartbeat();
  await setBack(server.platform);
  await runTimer(server.platform, 'watch-clock');
  await server.platform.db.writer.rows(sql`update engine set last_beat_at = last_beat_at - interval '16 s' where id = ${engine.id}`);
  assert.equal((await read(engine.id)).availability, 'NOT_AVAILABLE', '16 seconds after its last heartbeat');
});

test('remote-engines.get.key', async () => {
  const environmentId = await make.environment();
  const created = (await call('POST /processing/runtimes/remote-engines', { body: { name: 'Secret', environmentId } })).body;
  const { preAuthorizedKey, ...shown } = created;
  assert.deepEqual(await read(created.id), shown);

  const paired = (await call('POST /engine/v1/pairing', { token: undefined, body: { preAuthorizedKey, version: '1' } })).body;
  await engineWithCredential(server, created.id, paired.credential).heartbeat();
  const listed = await call('GET /processing/runtimes/remote-engines', { query: { query: 'name==Secret' } });
  for (const text of [JSON.stringify(await read(created.id)), JSON.stringify(listed.body)]) {
    assert.ok(text.includes('PAIRED'));
    assert.equal(
      text.includes(preAuthorizedKey) || text.includes(paired.credential) || /credential|hash|preAuthorizedKey/i.test(text),
      false,
    );
  }
});

test('remote-engines.list.permission: reading an engine needs the same permission as listing', async () => {
  const workspace = await make.workspace();
  const { id } = await make.engine({ environment: workspace.environment });
  const rights = { [workspace.id]: ['MANAGE'] as const };
  assertRefused(await call(ROUTE, { token: undefined, path: { id } }), 401, 'not_signed_in');
  assertRefused(await call(ROUTE, { token: (await make.user({ rights })).token, path: { id } }), 403, 'forbidden');
  for (const permission of [
    'SVC_CLUSTER_MANAGEMENT',
    'SVC_ENVIRONMENT_MANAGEMENT',
    'SVC_RUN_PROFILE_MANAGEMENT',
    'SVC_OPERATOR',
    'SVC_ENGINE_USE',
  ] as const) {
    const { token } = await make.user({ permissions: [permission], rights });
    assert.equal((await call(ROUTE, { token, path: { id } })).status, 200, permission);
  }
});

test('remote-engines.list.visible: a hidden engine is not found', async () => {
  const { id } = await make.engine();
  const operator = await make.user({ permissions: ['SVC_OPERATOR'] });
  const stranger = await make.user({ tenant: await make.otherTenant(), permissions: ['SVC_CLUSTER_MANAGEMENT'] });
  for (const { token } of [operator, stranger]) assertRefused(await call(ROUTE, { token, path: { id } }), 404, 'not_found');
  assertRefused(await call(ROUTE, { path: { id: newId() } }), 404, 'not_found');
  assertRefused(await call(ROUTE, { path: { id: 'x' } }), 400, 'malformed_request');
});
