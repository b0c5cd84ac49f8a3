// run: own process, waiting because it listens for warnings of the process
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../../core/database/sql.ts';
import { claimByHand, standInEngine, untilClaimsWait, type Claimed } from '../../../../../test/support/engine.ts';
import { assertRefused } from '../../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../../test/support/server.ts';

const server = await startTestServer();
const { call, make } = server;
const { db, wakeups } = server.platform;

const WAIT = 30_000;
const start = async (executable: string): Promise<string> =>
  (await call('POST /processing/executions', { body: { executable } })).body.executionId;
const statusOf = async (executionId: string): Promise<string> =>
  (await call('GET /processing/executions/{executionId}', { path: { executionId } })).body.executionStatus;
const idsOf = ({ executions }: { executions: Claimed[] }): string[] => executions.map(({ executionId }) => executionId);

/** Counts the wake-ups of an environment that `work` causes. */
async function countWakeups(environment: string, work: () => Promise<unknown>): Promise<number> {
  let wakeupCount = 0;
  const unsubscribe = wakeups.listen(environment, () => (wakeupCount += 1));
  await work();
  unsubscribe();
  return wakeupCount;
}

test('an execution that is accepted while a claim waits is handed over to that claim without a wake-up', async () => {
  const task = await make.task({ name: 'Load', parameters: { a: '1' } });
  const engine = await standInEngine(server, task.environment);
  const claim = engine.claim({ wait: WAIT });
  await untilClaimsWait(server, 1);
  let id = '';
  assert.equal(await countWakeups(task.environment, async () => (id = await start(task.id))), 0);
  const [claimed, ...more] = (await claim).executions;
  assert.ok(claimed && more.length === 0);
  assert.equal(await statusOf(id), 'DISPATCHING_FLOW');
  const { executionId, fence, taskName, parameters, runner } = claimed;
  assert.deepEqual(
    { executionId, fence, taskName, parameters, runner },
    { executionId: id, fence: 1, taskName: 'Load', parameters: { a: '1' }, runner: 'inline' },
  );
  assert.deepEqual(await engine.heartbeat([claimed]), { stop: [], lost: [] }, 'the engine holds a lease');
  assert.deepEqual(await engine.start(claimed), []);
  assert.deepEqual(await engine.finish(claimed), []);
  assert.equal(await statusOf(id), 'EXECUTION_SUCCESS');
});

test('an engine gets the same data whether the claim or the start came first', async () => {
  const artifact = await make.artifact({ layout: 'millrace', name: 'airports', version: '1.2.3' });
  const task = await make.task({
    workspace: artifact.workspace,
    artifactVersion: artifact.versionId,
    parameters: { b: '2', a: 'ü' },
    parallelExecutionAllowed: true,
  });
  const engine = await standInEngine(server, task.environment);
  await start(task.id);
  const polled = await engine.claimOne();
  const claim = engine.claim({ wait: WAIT });
  await untilClaimsWait(server, 1);
  await start(task.id);
  const [handedOver] = (await claim).executions;
  assert.ok(handedOver);
  assert.deepEqual({ ...handedOver, executionId: '' }, { ...polled, executionId: '' });
});

test('task-executions.start.parallel: a waiting claim gets no second execution of a task without parallel executions', async () => {
  const task = await make.task({ parallelExecutionAllowed: false });
  const engine = await standInEngine(server, task.environment);
  const first = engine.claim({ wait: WAIT });
  await untilClaimsWait(server, 1);
  const ids = await Promise.all([start(task.id), start(task.id), start(task.id)]);
  const { executions } = await first;
  const [held] = executions;
  assert.ok(held && executions.length === 1, `${executions.length} run at once`);
  const claim = engine.claim({ wait: WAIT, running: [held] });
  await untilClaimsWait(server, 1);
  const fourth = await start(task.id);
  // What can run is handed over, and only that.
  const other = await start((await make.task({ workspace: task.workspace })).id);
  assert.deepEqual(idsOf(await claim), [other]);
  for (const id of [...ids, fourth].filter((other) => other !== held.executionId))
    assert.equal(await statusOf(id), 'EXECUTION_EVENT_RECEIVED');
  const next = engine.claim({ wait: WAIT, running: [held] });
  await untilClaimsWait(server, 1);
  assert.deepEqual(await engine.finish(held), []);
  assert.equal((await next).executions.length, 1, 'the next execution follows when the first has ended');
});

test('task-executions.start.parallel: simultaneous starts and claims give at most one running execution of the task', async () => {
  for (let round = 0; round < 10; round += 1) {
    const task = await make.task({ parallelExecutionAllowed: false });
    const engines = await Promise.all([1, 2, 3].map(() => standInEngine(server, task.environment)));
    const waiting = engines.map((engine) => engine.claim({ wait: 300 }));
    // The moments of the rounds differ.
    for (let calls = 0; calls < round; calls += 1) await statusOf(crypto.randomUUID());
    const claims = [...engines.map((engine) => engine.claim()), ...waiting];
    const [started] = await Promise.all([Promise.all([1, 2, 3, 4].map(() => start(task.id))), ...claims]);
    const held = (await Promise.all(claims)).flatMap(idsOf);
    assert.ok(held.length <= 1, `${held.length} of ${started.length} run at once`);
  }
});

test('a claim that polls many times does not collect listeners', async () => {
  const engine = await standInEngine(server, await make.environment());
  const { environment } = await db.reader.only<{ environment: string }>(
    sql`select environment_id as environment from engine where id = ${engine.id}`,
  );
  const warnings: string[] = [];
  const addWarning = (warning: Error): void => void warnings.push(warning.message);
  process.on('warning', addWarning);
  const claim = engine.claim({ wait: 1500 });
  for (let attempt = 0; attempt < 20; attempt += 1) {
    // A call gives the claim time for a poll.
    await statusOf(crypto.randomUUID());
    wakeups.wake([environment]);
  }
  assert.deepEqual((await claim).executions, []);
  process.off('warning', addWarning);
  assert.deepEqual(warnings, []);
});

test('simultaneous executions are spread over the waiting claims, within the free places of each', async () => {
  const task = await make.task({ parallelExecutionAllowed: true });
  const engines = await Promise.all([1, 2].map(() => standInEngine(server, task.environment)));
  const claims = engines.map((engine) => engine.claim({ wait: WAIT, free: 3 }));
  await untilClaimsWait(server, 2);
  const ids = await Promise.all(Array.from({ length: 10 }, () => start(task.id)));
  const answers = await Promise.all(claims);
  for (const { executions } of answers) assert.ok(executions.length > 0 && executions.length <= 3, `${executions.length} of 3`);
  const rest = await Promise.all(engines.map((engine) => engine.claim({ free: 10 })));
  assert.deepEqual([...answers, ...rest].flatMap(idsOf).toSorted(), ids.toSorted());
});

test('of two claims of one engine each answer contains the executions that are stored for that claim', async () => {
  const task = await make.task({ parallelExecutionAllowed: true });
  const engine = await standInEngine(server, task.environment);
  const incarnation = crypto.randomUUID();
  const claims = [1, 2].map((number) => engine.claim({ wait: WAIT, free: 3, incarnation, number }));
  await untilClaimsWait(server, 2);
  const ids = await Promise.all(Array.from({ length: 6 }, () => start(task.id)));
  const answers = [idsOf((await claims[0]) ?? { executions: [] }), idsOf((await claims[1]) ?? { executions: [] })];
  const stored = await db.reader.rows<{ id: string; number: number }>(sql`
    select execution_id as id, claim_number as number from live_execution where engine_id = ${engine.id} order by execution_id`);
  for (const number of [1, 2]) {
    const own = stored.filter((row) => row.number === number).map(({ id }) => id);
    assert.deepEqual(answers[number - 1]?.toSorted(), own, `claim ${number}`);
  }
  const rest = idsOf(await engine.claim({ free: 10 }));
  assert.deepEqual([...answers.flat(), ...rest].toSorted(), ids.toSorted());
});

test('task-executions.start.engine: an execution for another engine does not go to a waiting claim', async () => {
  const workspace = await make.workspace();
  const [engine, other] = await Promise.all([1, 2].map(() => standInEngine(server, workspace.environment)));
  assert.ok(engine && other);
  const cluster = await make.cluster({ environment: workspace.environment, engines: [other.id] });
  const ownTask = await make.task({ workspace: workspace.id, engine: engine.id });
  const otherTask = await make.task({ workspace: workspace.id, engine: other.id });
  const clusterTask = await make.task({ workspace: workspace.id, cluster: cluster.id });
  const claim = engine.claim({ wait: WAIT });
  await untilClaimsWait(server, 1);
  const [first, second, third] = [await start(otherTask.id), await start(clusterTask.id), await start(ownTask.id)];
  assert.deepEqual(idsOf(await claim), [third]);
  assert.deepEqual(idsOf(await other.claim()).toSorted(), [first, second].toSorted());
});

test('remote-engines.unpair.credential: a waiting claim gets nothing when its engine is unpaired meanwhile', async () => {
  const task = await make.task();
  const engine = await standInEngine(server, task.environment);
  const claim = engine.send('POST /engine/v1/claims', { free: 10, waitMilliseconds: 1500 });
  await untilClaimsWait(server, 1);
  // Without the wake-up of an unpairing, so that the statement itself must check the credential.
  await db.writer.rows(sql`update engine set credential_hash = null, credential_expires_at = null where id = ${engine.id}`);
  const id = await start(task.id);
  assert.equal(await statusOf(id), 'EXECUTION_EVENT_RECEIVED');
  assert.deepEqual((await claim).body.executions ?? [], []);
});

test('task-executions.start.queue: an execution above the limit does not begin, and the claim keeps waiting', async () => {
  const task = await make.task({ parallelExecutionAllowed: true });
  const engine = await standInEngine(server, task.environment);
  for (let index = 0; index < 50; index += 1) await start(task.id);
  const { executions } = await engine.claim({ free: 50 });
  const claim = engine.claim({ wait: WAIT });
  await untilClaimsWait(server, 1);
  assert.equal(await statusOf(await start(task.id)), 'DEPLOY_FAILED');
  const [firstHeld] = executions;
  assert.ok(firstHeld && executions.length === 50);
  await engine.finish(firstHeld);
  const id = await start(task.id);
  assert.deepEqual(idsOf(await claim), [id]);
});

test('a refused start does not affect a waiting claim', async () => {
  const task = await make.task();
  const engine = await standInEngine(server, task.environment);
  const claim = engine.claim({ wait: WAIT });
  await untilClaimsWait(server, 1);
  const body = { executable: task.id, parameters: { a: 'x\u0000y' } };
  assertRefused(await call('POST /processing/executions', { body }), 400, 'malformed_request');
  const id = await start(task.id);
  assert.deepEqual(idsOf(await claim), [id]);
});

test('task-executions.lease.unanswered: executions of callers that disconnect go to the next claim', async () => {
  const task = await make.task({ parallelExecutionAllowed: true });
  const engine = await standInEngine(server, task.environment);
  const [incarnation, ids, unanswered]: [string, string[], number[]] = [crypto.randomUUID(), [], []];
  for (let number = 1; number <= 20; number += 1) {
    unanswered.push(number);
    const claim = { free: 10, waitMilliseconds: WAIT, incarnation, number };
    const { isAnswered, disconnect } = await claimByHand(server, engine, claim);
    // An execution that was given back answers it at once.
    await untilClaimsWait(server, 1, isAnswered);
    const [id] = await Promise.all([start(task.id), disconnect()]);
    ids.push(id);
  }
  assert.deepEqual(idsOf(await engine.claim({ free: 50, incarnation, number: 21, unanswered })).toSorted(), ids.toSorted());
});
