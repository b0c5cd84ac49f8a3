import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { claimByHand, standInEngine, untilClaimsWait, type StandInEngine } from '../../../../test/support/engine.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /engine/v1/claims';
const server = await startTestServer();
const { call, make } = server;

const start = async (executable: string): Promise<string> =>
  (await call('POST /processing/executions', { body: { executable } })).body.executionId;
const end = (executionId: string) => call('DELETE /processing/executions/{executionId}', { path: { executionId } });
const statusOf = async (executionId: string): Promise<string> =>
  (await call('GET /processing/executions/{executionId}', { path: { executionId } })).body.executionStatus;

test('a claim contains everything that the engine needs for a run', async () => {
  const artifact = await make.artifact({ layout: 'millrace', name: 'airports', version: '1.2.3' });
  const task = await make.task({
    workspace: artifact.workspace,
    artifactVersion: artifact.versionId,
    name: 'Load',
    parameters: { a: '1' },
  });
  const engine = await standInEngine(server, task.environment);
  const executionId = await start(task.id);
  const { bundle, ...rest } = await engine.claimOne();
  assert.deepEqual(rest, {
    executionId,
    fence: 1,
    taskId: task.id,
    taskName: 'Load',
    workspaceId: artifact.workspace,
    runner: 'process',
    parameters: { a: '1' },
    resources: [],
    logLevel: 'INFO',
    returnsLeft: 5,
  });
  assert.deepEqual({ ...bundle, hash: '' }, { hash: '', size: 1, layout: 'millrace', name: 'airports', version: '1.2.3' });
  assert.equal(await statusOf(executionId), 'DISPATCHING_FLOW');
});

test('an engine gets as many executions as it has free places, oldest first, each once', async () => {
  const task = await make.task();
  const engine = await standInEngine(server, task.environment);
  const ids: string[] = [];
  for (let index = 0; index < 5; index += 1) ids.push(await start(task.id));
  assert.deepEqual((await engine.claim({ free: 0 })).executions, []);
  const first = (await engine.claim({ free: 2 })).executions.map(({ executionId }) => executionId);
  assert.deepEqual(first.toSorted(), ids.slice(0, 2));
  const rest = (await engine.claim({ free: 100 })).executions.map(({ executionId }) => executionId);
  assert.deepEqual(rest.toSorted(), ids.slice(2));
  assert.deepEqual((await engine.claim()).executions, []);
});

test('remote-engines.pair.environment', async () => {
  const task = await make.task();
  const elsewhere = await standInEngine(server, await make.environment());
  const tenant = await make.otherTenant();
  const foreign = await make.engine({ tenant });
  const executionId = await start(task.id);
  assert.deepEqual((await elsewhere.claim()).executions, []);
  const { executions, stop } = (await call(ROUTE, { token: foreign.credential, body: { free: 10, waitMilliseconds: 0 } })).body;
  assert.deepEqual([executions, stop], [[], []]);
  assert.equal(await statusOf(executionId), 'EXECUTION_EVENT_RECEIVED');
});

test('a claim without work gets an empty answer when its wait is over', async () => {
  const engine = await standInEngine(server, await make.environment());
  for (const wait of [0, 300]) {
    const { executions, stop } = await engine.claim({ wait });
    assert.deepEqual([executions, stop], [[], []]);
  }
});

test('a waiting claim gets an execution that is started meanwhile, long before its wait is over', async () => {
  const task = await make.task();
  const engine = await standInEngine(server, task.environment);
  let ended = false;
  const waiting = engine.claim({ wait: 30_000 }).finally(() => (ended = true));
  await untilClaimsWait(server, 1);
  assert.equal(ended, false, 'the claim waits while there is no work');
  const executionId = await start(task.id);
  assert.deepEqual(
    (await waiting).executions.map(({ executionId }) => executionId),
    [executionId],
  );
});

test('an engine that got all waiting executions gets later ones too, also without a wake-up', async () => {
  const task = await make.task();
  const engine = await standInEngine(server, task.environment);
  const first = await start(task.id);
  assert.equal((await engine.claim({ wait: 30_000 })).executions[0]?.executionId, first);
  const second = await start(task.id);
  assert.equal((await engine.claim({ wait: 30_000 })).executions[0]?.executionId, second);
  const third = await start(task.id);
  await server.platform.db.writer.rows(
    sql`update live_execution set available_at = now() + interval '1 hour' where execution_id = ${third}`,
  );
  assert.deepEqual((await engine.claim({ wait: 0 })).executions, []);
  const askedAt = performance.now();
  const waiting = engine.send('POST /engine/v1/claims', { free: 1, waitMilliseconds: 30_000 });
  await server.platform.db.writer.rows(sql`update live_execution set available_at = now() where execution_id = ${third}`);
  const { executions, waitedMilliseconds } = (await waiting).body;
  assert.equal(executions[0]?.executionId, third, 'the poll finds it although a wake-up was lost');
  // An engine subtracts this from its own waiting time, to compute how long the answer was in transit at most.
  assert.ok(waitedMilliseconds > 0 && waitedMilliseconds <= performance.now() - askedAt, String(waitedMilliseconds));
});

test('a start and an end wake the claims that wait in their environment, and no others', async () => {
  const [task, elsewhere] = [await make.task(), await make.task()];
  const { wakeups } = server.platform;
  let wakeupCount = 0;
  const unsubscribe = wakeups.listen(task.environment, () => (wakeupCount += 1));
  await start(elsewhere.id);
  assert.equal(wakeupCount, 0);
  const executionId = await start(task.id);
  assert.equal(wakeupCount, 1);
  await end(executionId);
  assert.equal(wakeupCount, 2);
  unsubscribe();
});

test('a waiting claim gets nothing from work for other environments or other engines', async () => {
  const workspace = await make.workspace();
  const engine = await standInEngine(server, workspace.environment);
  const other = await standInEngine(server, workspace.environment);
  const waiting = engine.claim({ wait: 1500 });
  await untilClaimsWait(server, 1);
  await start((await make.task()).id);
  const forOther = await start((await make.task({ workspace: workspace.id, engine: other.id })).id);
  assert.deepEqual((await waiting).executions, []);
  assert.equal((await other.claimOne()).executionId, forOther);
});

test('a caller that disconnects while it waits gets no execution', async () => {
  const task = await make.task();
  const engine = await standInEngine(server, task.environment);
  const disconnect = new AbortController();
  const request = fetch(`${server.url}/engine/v1/claims`, {
    method: 'POST',
    headers: { authorization: `Bearer ${engine.credential}`, 'content-type': 'application/json' },
    body: JSON.stringify({ free: 10, waitMilliseconds: 30_000 }),
    signal: disconnect.signal,
  });
  await untilClaimsWait(server, 1);
  disconnect.abort();
  await assert.rejects(request);
  await untilClaimsWait(server, 0);
  const executionId = await start(task.id);
  assert.equal((await engine.claimOne()).executionId, executionId);
});

test('task-executions.lease.unanswered: callers that disconnect right after their request get no execution', async () => {
  const task = await make.task({ parallelExecutionAllowed: true });
  const engine = await standInEngine(server, task.environment);
  const disconnects: Promise<unknown>[] = [];
  for (let index = 0; index < 20; index += 1)
    disconnects.push((await claimByHand(server, engine, { free: 10, waitMilliseconds: 30_000 })).disconnect());
  await Promise.all(disconnects);
  const ids = [await start(task.id), await start(task.id)];
  // A poll that began before may take executions; it gives them back.
  const claimed: string[] = [];
  while (claimed.length < ids.length)
    claimed.push(...(await engine.claim({ wait: 30_000 })).executions.map(({ executionId }) => executionId));
  assert.deepEqual(claimed.toSorted(), ids.toSorted());
});

test('of 200 executions that are started at once, two engines never get the same one', async () => {
  const task = await make.task();
  // At most 50 executions of one task may wait.
  const tasks = [task, ...(await Promise.all([1, 2, 3, 4].map(() => make.task({ workspace: task.workspace }))))];
  const engines = await Promise.all([1, 2].map(() => standInEngine(server, task.environment)));
  const claimed: { id: string; engine: string }[] = [];
  const claimAll = async (engine: StandInEngine): Promise<void> => {
    while (claimed.length < 200) {
      const { executions } = await engine.claim({ free: 7, wait: 500 });
      claimed.push(...executions.map(({ executionId }) => ({ id: executionId, engine: engine.id })));
      if (executions.length > 0)
        await engine.report({
          finishes: executions.map(({ executionId, fence }) => ({ executionId, fence, outcome: 'EXECUTION_SUCCESS', finishedAt: 1 })),
        });
    }
  };
  const [started] = await Promise.all([
    Promise.all(Array.from({ length: 200 }, (_, index) => start((tasks[index % tasks.length] ?? task).id))),
    // Two claims of each engine at once, as an engine might send after a lost answer.
    ...engines.flatMap((engine) => [claimAll(engine), claimAll(engine)]),
  ]);
  assert.deepEqual(claimed.map(({ id }) => id).toSorted(), started.toSorted());
  assert.equal(new Set(claimed.map(({ engine }) => engine)).size, 2, 'both engines got executions');
  const { body } = await call('GET /processing/executables/tasks/executions', {
    query: { workspaceId: task.workspace, status: 'execution_successful', limit: 1 },
  });
  assert.equal(body.total, 200);
});

test('an answer names only executions to stop that the engine holds under the given fence', async () => {
  const task = await make.task();
  const engine = await standInEngine(server, task.environment);
  const other = await standInEngine(server, task.environment);
  await start(task.id);
  const lease = await engine.claimOne();
  await end(lease.executionId);
  assert.deepEqual((await engine.claim({ running: [lease] })).stop, [lease.executionId]);
  assert.deepEqual((await engine.claim({ running: [{ ...lease, fence: lease.fence + 1 }] })).stop, []);
  assert.deepEqual((await engine.claim({ running: [{ executionId: newId(), fence: 1 }] })).stop, []);
  assert.deepEqual((await engine.claim()).stop, [], 'an engine that does not name it does not hold it');
  assert.deepEqual((await other.claim({ running: [lease] })).stop, []);
});

test('one answer contains executions to start and to stop', async () => {
  const task = await make.task();
  const engine = await standInEngine(server, task.environment);
  await start(task.id);
  const lease = await engine.claimOne();
  await end(lease.executionId);
  const next = await start(task.id);
  const { executions, stop } = await engine.claim({ running: [lease] });
  assert.deepEqual([executions.map(({ executionId }) => executionId), stop], [[next], [lease.executionId]]);
});

test('a malformed body is refused', async () => {
  const engine = await standInEngine(server, await make.environment());
  const cases = [
    {},
    { free: 1 },
    { free: -1, waitMilliseconds: 0 },
    { free: 1001, waitMilliseconds: 0 },
    { free: 1, waitMilliseconds: 30_001 },
  ];
  for (const body of [...cases, { free: 1, waitMilliseconds: 0, running: [{ executionId: newId(), fence: 0 }] }]) {
    assertRefused(await engine.send(ROUTE, body), 400, 'malformed_request');
  }
});
