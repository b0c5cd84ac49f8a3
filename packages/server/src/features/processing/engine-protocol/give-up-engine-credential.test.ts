import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { engineWithCredential, standInEngine } from '../../../../test/support/engine.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'DELETE /engine/v1/credential';
const server = await startTestServer();
const { call, make } = server;

test('remote-engines.credential.give-up', async () => {
  const task = await make.task();
  const engine = await standInEngine(server, task.environment);
  const { body: renewed } = await call('POST /engine/v1/credential', { token: engine.credential });
  const next = engineWithCredential(server, engine.id, renewed.credential);
  const { body: started } = await call('POST /processing/executions', { body: { executable: task.id } });
  await engine.claimOne();

  assert.equal((await call(ROUTE, { token: engine.credential })).status, 204);
  for (const caller of [engine, next]) assertRefused(await caller.send('POST /engine/v1/beats', { running: [] }), 401, 'not_signed_in');
  assertRefused(await call(ROUTE, { token: engine.credential }), 401, 'not_signed_in');
  const { body } = await call('GET /processing/runtimes/remote-engines/{id}', { path: { id: engine.id } });
  assert.deepEqual([body.status, body.availability], ['NOT_PAIRED', 'NOT_AVAILABLE']);
  const { over } = await server.platform.db.reader.only<{ over: boolean }>(sql`
    select not exists (select from live_execution where execution_id = ${started.executionId} and lease_expires_at > now()) as over`);
  assert.equal(over, true, 'its leases have ended');

  const { body: key } = await call('DELETE /processing/runtimes/remote-engines/{id}/pairing', { path: { id: engine.id } });
  const again = await call('POST /engine/v1/pairing', { token: undefined, body: { preAuthorizedKey: key, version: '1' } });
  assert.deepEqual([again.status, again.body.engineId], [200, engine.id]);
});
