import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { runTimer } from '../../../../test/support/background.ts';
import { engineWithCredential } from '../../../../test/support/engine.ts';
import { watchEvents } from '../../../../test/support/events.ts';
import { startTestServer } from '../../../../test/support/server.ts';

// Without timers, so that only the test runs them.
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make, platform } = server;
const { db } = platform;
const { assertRaisesOne, assertRaises } = await watchEvents(server);
const { id: me } = (await call('GET /account/me')).body;

const markLost = () => runTimer(platform, 'mark-lost-engines');
const silentFor = (id: string, seconds: number) =>
  db.writer.rows(sql`update engine set last_beat_at = now() - make_interval(secs => ${seconds}) where id = ${id}`);
const servedFor = (seconds: number) =>
  db.writer.rows(sql`update api_presence set since = now() - make_interval(secs => ${seconds}), seen_at = now()`);
/** A paired engine, while no other engine is silent. */
async function pairedEngine() {
  await db.writer.rows(sql`update engine set last_beat_at = now() where last_beat_at is not null`);
  const { id, environment, credential } = await make.engine();
  return { ...engineWithCredential(server, id, credential), environment };
}

test('events.engines.records', async () => {
  const environmentId = await make.environment({ tenant: await make.tenant() });
  let id = '';
  const event = await assertRaisesOne('engine.created', async () => {
    const body = { name: 'frankfurt-1', environmentId };
    ({ id } = (await call('POST /processing/runtimes/remote-engines', { body })).body);
  });
  assert.deepEqual(event.data, { engineId: id, engineName: 'frankfurt-1', environmentId });
  assert.deepEqual([event.resource, event.actor, event.space], [id, me, null]);
  await assertRaisesOne('engine.deleted', () => call('DELETE /processing/runtimes/remote-engines/{id}', { path: { id } }));
});

test('events.engines.lost', async () => {
  const engine = await pairedEngine();
  await servedFor(3600);
  await assertRaises([], markLost);
  await silentFor(engine.id, 10);
  await assertRaises([], markLost);
  await silentFor(engine.id, 20);
  await servedFor(25);
  await assertRaises([], markLost);
  await servedFor(3600);
  const event = await assertRaisesOne('engine.lost', () => Promise.all([markLost(), markLost(), markLost()]));
  const { lastHeartbeatAt, engineName: _name, ...data } = event.data;
  assert.deepEqual(data, { engineId: engine.id, environmentId: engine.environment });
  assert.ok(Date.parse(lastHeartbeatAt) < Date.now());
  assert.deepEqual([event.resource, event.actor], [engine.id, null]);
  await assertRaises([], markLost);
  await engine.heartbeat();

  const unpaired = await pairedEngine();
  await call('DELETE /processing/runtimes/remote-engines/{id}/pairing', { path: { id: unpaired.id } });
  await db.writer.rows(sql`update engine set credential_hash = null where id = ${unpaired.id}`);
  await silentFor(unpaired.id, 3600);
  await assertRaises([], markLost);
});

test('events.engines.back', async () => {
  const engine = await pairedEngine();
  await assertRaises([], () => engine.heartbeat());
  await silentFor(engine.id, 3600);
  await servedFor(3600);
  await assertRaisesOne('engine.lost', markLost);
  const event = await assertRaisesOne('engine.back', () => Promise.all([engine.heartbeat(), engine.heartbeat(), engine.heartbeat()]));
  assert.equal(event.data.engineId, engine.id);
  assert.ok(Date.parse(event.data.lostAt) <= Date.now() + 1000);
  await assertRaises([], () => engine.heartbeat());
  await silentFor(engine.id, 3600);
  await assertRaisesOne('engine.lost', markLost);
});
