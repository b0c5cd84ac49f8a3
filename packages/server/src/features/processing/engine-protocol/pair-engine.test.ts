import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { engineWithCredential } from '../../../../test/support/engine.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /engine/v1/pairing';
const server = await startTestServer();
const { call, make } = server;

async function created(environmentId?: string): Promise<{ id: string; key: string }> {
  const name = crypto.randomUUID();
  const { body } = await call('POST /processing/runtimes/remote-engines', {
    body: { name, environmentId: environmentId ?? (await make.environment()) },
  });
  return { id: body.id, key: body.preAuthorizedKey };
}
const pair = (preAuthorizedKey: string) => call(ROUTE, { token: undefined, body: { preAuthorizedKey, version: '0.1.0', host: 'cellar' } });
const read = async (id: string) => (await call('GET /processing/runtimes/remote-engines/{id}', { path: { id } })).body;

test('remote-engines.pair.credential', async () => {
  const task = await make.task();
  const { id, key } = await created(task.environment);
  const { status, body } = await pair(key);
  assert.equal(status, 200);
  assert.deepEqual([body.engineId, body.name], [id, (await read(id)).name]);
  assert.match(body.credential, /^mre_[\w-]{43}$/);
  assert.deepEqual([(await read(id)).status, (await read(id)).availability], ['PAIRED', 'AVAILABLE']);

  const engine = engineWithCredential(server, id, body.credential);
  const elsewhere = await make.task();
  for (const { id: executable } of [task, elsewhere]) await call('POST /processing/executions', { body: { executable } });
  assert.equal((await engine.claimOne()).taskId, task.id, 'an engine reaches only its own environment');
  assertRefused(await call('GET /orchestration/executables/tasks', { token: body.credential }), 401, 'not_signed_in');

  const { stored } = await server.platform.db.reader.only<{ stored: string }>(
    sql`select row_to_json(g)::text as stored from engine g where id = ${id}`,
  );
  assert.equal(stored.includes(body.credential), false, 'only the hash is stored');
});

test('remote-engines.pair.once', async () => {
  const { id, key } = await created();
  const { body } = await pair(key);
  assertRefused(await pair(key), 401, 'engine_key_refused');
  await engineWithCredential(server, id, body.credential).heartbeat();
  for (const wrong of ['0'.repeat(64), key.toUpperCase(), key.slice(1), body.credential])
    assertRefused(await pair(wrong), 401, 'engine_key_refused');
});

test('remote-engines.pair.key-expires', async () => {
  const { id, key } = await created();
  await server.platform.db.writer.rows(sql`update engine set pairing_key_expires_at = now() - interval '1 second' where id = ${id}`);
  assertRefused(await pair(key), 401, 'engine_key_expired');
  const { body: another } = await call('DELETE /processing/runtimes/remote-engines/{id}/pairing', { path: { id } });
  assertRefused(await pair(key), 401, 'engine_key_refused');
  assert.equal((await pair(another)).status, 200);
});

test('only one of many simultaneous pairings with the same key succeeds', async () => {
  const { id, key } = await created();
  const answers = await Promise.all(Array.from({ length: 10 }, () => pair(key)));
  const succeeded = answers.filter(({ status }) => status === 200);
  assert.equal(succeeded.length, 1);
  for (const answer of answers) if (answer.status !== 200) assertRefused(answer, 401, 'engine_key_refused');
  await engineWithCredential(server, id, succeeded[0]?.body.credential).heartbeat();
});

test('the key of a deleted engine is refused', async () => {
  const { id, key } = await created();
  await call('DELETE /processing/runtimes/remote-engines/{id}', { path: { id } });
  assertRefused(await pair(key), 401, 'engine_key_refused');
});

test('a malformed body is refused and does not use up the key', async () => {
  const { key } = await created();
  for (const body of [
    {},
    { preAuthorizedKey: key },
    { version: '1' },
    { preAuthorizedKey: '', version: '1' },
    { preAuthorizedKey: key, version: '1', os: 'x' },
  ]) {
    assertRefused(await call(ROUTE, { token: undefined, body }), 400, 'malformed_request');
  }
  assert.equal((await pair(key)).status, 200);
});

test('only the credential of an engine gives access to the protocol', async () => {
  const { token } = await make.user({ permissions: ['SVC_CLUSTER_MANAGEMENT', 'SVC_ENGINE_USE'] });
  for (const wrong of [undefined, token, `mre_${'A'.repeat(43)}`]) {
    assertRefused(await call('POST /engine/v1/claims', { token: wrong, body: { free: 1, waitMilliseconds: 0 } }), 401, 'not_signed_in');
    assertRefused(await call('POST /engine/v1/beats', { token: wrong, body: { running: [] } }), 401, 'not_signed_in');
    assertRefused(await call('POST /engine/v1/reports', { token: wrong, body: {} }), 401, 'not_signed_in');
    assertRefused(await call('GET /engine/v1/bundles/{hash}', { token: wrong, path: { hash: '0'.repeat(64) } }), 401, 'not_signed_in');
  }
});
