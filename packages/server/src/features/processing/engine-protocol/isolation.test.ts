import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { standInEngine } from '../../../../test/support/engine.ts';
import { isRefused } from '../../../../test/support/refusals.ts';
import { startTestServer, type TestServer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /engine/v1/beats';

/** An engine that says how it isolates its tasks, and work for it. */
async function site(server: TestServer) {
  const task = await server.make.task();
  const engine = await standInEngine(server, task.environment);
  const { call } = server;
  return {
    engine,
    heartbeat: async (isolation?: string) => (await engine.send(ROUTE, { running: [], ...(isolation && { isolation }) })).body,
    start: async (): Promise<string> => (await call('POST /processing/executions', { body: { executable: task.id } })).body.executionId,
    taken: async (wait = 0) => (await engine.claim({ wait })).executions.map(({ executionId }) => executionId),
    record: async () => (await call('GET /processing/runtimes/remote-engines/{id}', { path: { id: engine.id } })).body,
  };
}

test('the record of an engine says how it isolates its tasks, once it has said it', async () => {
  const { engine, heartbeat, record } = await site(await startTestServer());
  assert.equal((await record()).isolation, undefined);
  for (const isolation of ['namespace', 'user', 'none']) {
    await heartbeat(isolation);
    assert.equal((await record()).isolation, isolation);
  }
  isRefused(await engine.send(ROUTE, { running: [], isolation: 'some' }), 400, 'malformed_request');
  assert.equal((await record()).isolation, 'none');
});

test('readiness tells the weakest isolation among the engines that are there', async () => {
  const server = await startTestServer();
  const told = async (): Promise<string | undefined> => {
    server.platform.cache.clear();
    return (await server.call('GET /readyz', { token: undefined })).body.isolation;
  };
  assert.equal(await told(), undefined);
  const [one, other] = [await site(server), await site(server)];
  await one.heartbeat('user');
  assert.equal(await told(), 'user');
  await other.heartbeat('namespace');
  assert.equal(await told(), 'namespace');
  await one.heartbeat('none');
  assert.equal(await told(), 'none');
  await one.heartbeat('user');
  await other.heartbeat();
  assert.equal(await told(), 'none', 'an engine that does not say it');
});

test('remote-engines.isolation.shared', async () => {
  const server = await startTestServer();
  const { heartbeat, start, taken, record } = await site(server);
  assert.deepEqual(await heartbeat('none'), { stop: [], lost: [] });
  assert.equal((await record()).availability, 'AVAILABLE');
  const first = await start();
  assert.deepEqual(await taken(), [first], 'one person works alone');

  const second = await server.make.user();
  for (const isolation of ['none', undefined]) {
    assert.match((await heartbeat(isolation)).withheld, /does not isolate its tasks, and several people use this install/);
    const waiting = await start();
    assert.deepEqual(await taken(), []);
    const { availability, illness } = await record();
    assert.deepEqual([availability, illness.code], ['NOT_AVAILABLE', 'UNISOLATED']);
    const { body } = await server.call('GET /processing/executions/{executionId}/explanation', { path: { executionId: waiting } });
    assert.equal(body.reasons[0].code, 'ENGINES_ILL');
    assert.match(body.reasons[0].message, /does not isolate its tasks/);
    // What is started while a claim waits is handed over without a look.
    const claim = taken(400);
    await start();
    assert.deepEqual(await claim, []);
    assert.deepEqual(await heartbeat('user'), { stop: [], lost: [] });
    assert.ok((await taken()).includes(waiting), 'an engine that isolates its tasks gets it');
  }

  await server.platform.db.writer.rows(sql`
    update account
    set active = false
    where id = ${second.id}`);
  await start();
  await heartbeat('none');
  assert.equal((await taken()).length, 1, 'the second user is gone');
});

test('remote-engines.isolation.shared: the setting allows it', async () => {
  const server = await startTestServer({ MILLRACE_UNISOLATED_TASKS: 'allow' });
  await server.make.user();
  const { heartbeat, start, taken } = await site(server);
  assert.deepEqual(await heartbeat('none'), { stop: [], lost: [] });
  const executionId = await start();
  assert.deepEqual(await taken(), [executionId]);
});
