// run: own server because it sets MILLRACE_UNISOLATED_TASKS
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { standInEngine } from '../../../../test/support/engine.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer, type TestServer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /engine/v1/beats';

/** An engine that reports how it isolates its tasks, and a task for it. */
async function prepare(server: TestServer) {
  const task = await server.make.task();
  const engine = await standInEngine(server, task.environment);
  const { call } = server;
  return {
    engine,
    heartbeat: async (isolation?: string) => (await engine.send(ROUTE, { running: [], ...(isolation && { isolation }) })).body,
    start: async (): Promise<string> => (await call('POST /processing/executions', { body: { executable: task.id } })).body.executionId,
    claimedIds: async (wait = 0) => (await engine.claim({ wait })).executions.map(({ executionId }) => executionId),
    record: async () => (await call('GET /processing/runtimes/remote-engines/{id}', { path: { id: engine.id } })).body,
  };
}

test('the record of an engine shows how the engine isolates its tasks, once the engine has reported it', async () => {
  const { engine, heartbeat, record } = await prepare(await startTestServer());
  assert.equal((await record()).isolation, undefined);
  for (const isolation of ['namespace', 'user', 'none']) {
    await heartbeat(isolation);
    assert.equal((await record()).isolation, isolation);
  }
  assertRefused(await engine.send(ROUTE, { running: [], isolation: 'some' }), 400, 'malformed_request');
  assert.equal((await record()).isolation, 'none');
});

test('remote-engines.get.javas', async () => {
  const { engine, record } = await prepare(await startTestServer());
  assert.equal((await record()).javas, undefined);
  await engine.send(ROUTE, { running: [], javas: [8, 17] });
  assert.deepEqual((await record()).javas, [8, 17]);
  assertRefused(await engine.send(ROUTE, { running: [], javas: ['8'] }), 400, 'malformed_request');
  assert.deepEqual((await record()).javas, [8, 17]);
});

test('readiness shows the weakest isolation among the available engines', async () => {
  const server = await startTestServer();
  const shownIsolation = async (): Promise<string | undefined> => {
    server.platform.cache.clear();
    return (await server.call('GET /readyz', { token: undefined })).body.isolation;
  };
  assert.equal(await shownIsolation(), undefined);
  const [firstSite, secondSite] = [await prepare(server), await prepare(server)];
  await firstSite.heartbeat('user');
  assert.equal(await shownIsolation(), 'user');
  await secondSite.heartbeat('namespace');
  assert.equal(await shownIsolation(), 'namespace');
  await firstSite.heartbeat('none');
  assert.equal(await shownIsolation(), 'none');
  await firstSite.heartbeat('user');
  await secondSite.heartbeat();
  assert.equal(await shownIsolation(), 'none', 'an engine that reports no isolation counts as none');
});

test('remote-engines.isolation.shared', async () => {
  const server = await startTestServer();
  const { heartbeat, start, claimedIds, record } = await prepare(server);
  assert.deepEqual(await heartbeat('none'), { stop: [], lost: [] });
  assert.equal((await record()).availability, 'AVAILABLE');
  const first = await start();
  assert.deepEqual(await claimedIds(), [first], 'a single user needs no isolation');

  const second = await server.make.user();
  for (const isolation of ['none', undefined]) {
    assert.match((await heartbeat(isolation)).withheld, /does not isolate its tasks, and several people use this install/);
    const waiting = await start();
    assert.deepEqual(await claimedIds(), []);
    const { availability, illness } = await record();
    assert.deepEqual([availability, illness.code], ['NOT_AVAILABLE', 'UNISOLATED']);
    const { body } = await server.call('GET /processing/executions/{executionId}/explanation', { path: { executionId: waiting } });
    assert.equal(body.reasons[0].code, 'ENGINES_ILL');
    assert.match(body.reasons[0].message, /does not isolate its tasks/);
    // An execution that is started while a claim waits is handed over without a poll.
    const claim = claimedIds(400);
    await start();
    assert.deepEqual(await claim, []);
    assert.deepEqual(await heartbeat('user'), { stop: [], lost: [] });
    assert.ok((await claimedIds()).includes(waiting), 'an engine that isolates its tasks gets the execution');
  }

  await server.platform.db.writer.rows(sql`
    update account
    set active = false
    where id = ${second.id}`);
  await start();
  await heartbeat('none');
  assert.equal((await claimedIds()).length, 1, 'the second user is inactive');
});

test('remote-engines.isolation.shared: a setting gives work to engines that do not isolate their tasks', async () => {
  const server = await startTestServer({ MILLRACE_UNISOLATED_TASKS: 'allow' });
  await server.make.user();
  const { heartbeat, start, claimedIds } = await prepare(server);
  assert.deepEqual(await heartbeat('none'), { stop: [], lost: [] });
  const executionId = await start();
  assert.deepEqual(await claimedIds(), [executionId]);
});
