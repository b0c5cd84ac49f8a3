import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { engineWithCredential, standInEngine, type StandInEngine } from '../../../../test/support/engine.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /engine/v1/credential';
const server = await startTestServer();
const { call, make } = server;
const { db } = server.platform;

const renew = async (engine: StandInEngine): Promise<{ next: StandInEngine; body: Record<string, string> }> => {
  const { status, body } = await call(ROUTE, { token: engine.credential });
  assert.equal(status, 200);
  return { next: engineWithCredential(server, engine.id, body.credential), body };
};
const assertShutOut = async (engine: StandInEngine): Promise<void> =>
  assertRefused(await engine.send('POST /engine/v1/beats', { running: [] }), 401, 'not_signed_in');
const engineOf = async () => standInEngine(server, await make.environment());
const days = (text: string | undefined): number => (Date.parse(text ?? '') - Date.now()) / 86_400_000;

test('remote-engines.credential.renew', async () => {
  const old = await engineOf();
  const { next } = await renew(old);
  await old.heartbeat();
  await old.heartbeat();
  await next.heartbeat();
  await assertShutOut(old);
  await next.heartbeat();
});

test('remote-engines.credential.renew: an engine that loses the answer keeps its access', async () => {
  const old = await engineOf();
  const { next: lost } = await renew(old);
  const { next } = await renew(old);
  await assertShutOut(lost);
  await old.heartbeat();
  await next.heartbeat();
  await assertShutOut(old);
});

test('remote-engines.credential.renew: many first uses at the same moment are all accepted', async () => {
  const old = await engineOf();
  const { next } = await renew(old);
  await Promise.all(Array.from({ length: 20 }, () => next.heartbeat()));
  await assertShutOut(old);
});

test('remote-engines.credential.renew: the engine keeps its leases and its environment', async () => {
  const task = await make.task();
  const old = await standInEngine(server, task.environment);
  await call('POST /processing/executions', { body: { executable: task.id } });
  const lease = await old.claimOne();
  const { next, body } = await renew(old);
  assert.deepEqual(await next.heartbeat([lease]), { stop: [], lost: [] });
  await call('POST /processing/executions', { body: { executable: (await make.task()).id } });
  assert.deepEqual((await next.claim()).executions, []);
  assert.deepEqual(await next.finish(lease), []);
  const { stored } = await db.reader.only<{ stored: string }>(
    sql`select row_to_json(g)::text as stored from engine g where id = ${old.id}`,
  );
  assert.equal(stored.includes(body['credential'] ?? ''), false, 'only hashes are stored');
});

test('remote-engines.credential.expires', async () => {
  const { body: created } = await call('POST /processing/runtimes/remote-engines', {
    body: { name: crypto.randomUUID(), environmentId: await make.environment() },
  });
  const { body: paired } = await call('POST /engine/v1/pairing', {
    token: undefined,
    body: { preAuthorizedKey: created.preAuthorizedKey, version: '1' },
  });
  const old = engineWithCredential(server, created.id, paired.credential);
  const { next, body } = await renew(old);
  for (const credential of [paired, body]) {
    assert.ok(Math.abs(days(credential.credentialExpiresAt) - 30) < 0.1, credential.credentialExpiresAt);
    assert.ok(Math.abs(days(credential.renewCredentialAfter) - 10) < 0.1, credential.renewCredentialAfter);
  }
  await db.writer.rows(sql`update engine set credential_expires_at = now() - interval '1 second' where id = ${old.id}`);
  await assertShutOut(old);
  await next.heartbeat();
  const { next: late } = await renew(next);
  await db.writer.rows(sql`update engine set next_credential_expires_at = now() - interval '1 second' where id = ${old.id}`);
  await assertShutOut(late);
  await next.heartbeat();
});

test('remote-engines.credential.built-in', async () => {
  const engine = await engineOf();
  await db.writer.rows(sql`update engine set managed = true where id = ${engine.id}`);
  for (const route of [ROUTE, 'DELETE /engine/v1/credential'])
    assertRefused(await call(route, { token: engine.credential }), 400, 'engine_built_in');
  await engine.heartbeat();
});

test('remote-engines.unpair.credential: the next credential ends too', async () => {
  const old = await engineOf();
  const { next } = await renew(old);
  await call('DELETE /processing/runtimes/remote-engines/{id}/pairing', { path: { id: old.id } });
  await assertShutOut(old);
  await assertShutOut(next);
});
