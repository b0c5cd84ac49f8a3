// isolation: own process because it listens for warnings of the process
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { sql } from '../../../../core/database/sql.ts';
import { standInEngine, type Claimed } from '../../../../../test/support/engine.ts';
import { isRefused } from '../../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../../test/support/server.ts';

const server = await startTestServer();
const { call, make } = server;
const { db, wakeups } = server.platform;

const WAIT = 30_000;
const start = async (executable: string): Promise<string> =>
  (await call('POST /processing/executions', { body: { executable } })).body.executionId;
const statusOf = async (executionId: string): Promise<string> =>
  (await call('GET /processing/executions/{executionId}', { path: { executionId } })).body.executionStatus;
const idsOf = ({ executions }: { executions: Claimed[] }): string[] => executions.map((one) => one.executionId);
const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, milliseconds));

/** How often somebody is woken in an environment by what `work` does. */
async function wakesOf(environment: string, work: () => Promise<unknown>): Promise<number> {
  let rung = 0;
  const forget = wakeups.listen(environment, () => (rung += 1));
  await work();
  forget();
  return rung;
}

test('what is accepted while a claim waits is that claim’s from its first moment, and nobody is woken for it', async () => {
  const task = await make.task({ name: 'Load', parameters: { a: '1' } });
  const engine = await standInEngine(server, task.environment);
  const claim = engine.claim({ wait: WAIT });
  await pause(150);
  let id = '';
  assert.equal(await wakesOf(task.environment, async () => (id = await start(task.id))), 0);
  const [given, ...more] = (await claim).executions;
  assert.ok(given && more.length === 0);
  assert.equal(await statusOf(id), 'DISPATCHING_FLOW');
  const { executionId, fence, taskName, parameters, runner } = given;
  assert.deepEqual(
    { executionId, fence, taskName, parameters, runner },
    { executionId: id, fence: 1, taskName: 'Load', parameters: { a: '1' }, runner: 'inline' },
  );
  assert.deepEqual(await engine.heartbeat([given]), { stop: [], lost: [] }, 'it holds a lease');
  assert.deepEqual(await engine.start(given), []);
  assert.deepEqual(await engine.finish(given), []);
  assert.equal(await statusOf(id), 'EXECUTION_SUCCESS');
});

test('a run looks the same to its engine whether the claim or the start was there first', async () => {
  const artifact = await make.artifact({ layout: 'millrace', name: 'airports', version: '1.2.3' });
  const task = await make.task({
    workspace: artifact.workspace,
    artifactVersion: artifact.versionId,
    parameters: { b: '2', a: 'ü' },
    parallelExecutionAllowed: true,
  });
  const engine = await standInEngine(server, task.environment);
  await start(task.id);
  const looked = await engine.claimOne();
  const claim = engine.claim({ wait: WAIT });
  await pause(150);
  await start(task.id);
  const [given] = (await claim).executions;
  assert.ok(given);
  assert.deepEqual({ ...given, executionId: '' }, { ...looked, executionId: '' });
});

test('task-executions.start.parallel: a claim that waits gets no second run of a task that allows none', async () => {
  const task = await make.task({ parallelExecutionAllowed: false });
  const engine = await standInEngine(server, task.environment);
  const first = engine.claim({ wait: WAIT });
  await pause(150);
  const ids = await Promise.all([start(task.id), start(task.id), start(task.id)]);
  const { executions } = await first;
  const [held] = executions;
  assert.ok(held && executions.length === 1, `${executions.length} run at once`);
  const claim = engine.claim({ wait: WAIT, running: [held] });
  await pause(150);
  const fourth = await start(task.id);
  await pause(300);
  for (const id of [...ids, fourth].filter((one) => one !== held.executionId)) assert.equal(await statusOf(id), 'EXECUTION_EVENT_RECEIVED');
  assert.deepEqual(await engine.finish(held), []);
  assert.equal((await claim).executions.length, 1, 'the next one follows when it has ended');
});

test('task-executions.start.parallel: of starts and claims at the same moment one run of the task comes out', async () => {
  for (let round = 0; round < 10; round += 1) {
    const task = await make.task({ parallelExecutionAllowed: false });
    const engines = await Promise.all([1, 2, 3].map(() => standInEngine(server, task.environment)));
    const waiting = engines.map((engine) => engine.claim({ wait: 300 }));
    await pause(round * 4);
    const claims = [...engines.map((engine) => engine.claim()), ...waiting];
    const [started] = await Promise.all([Promise.all([1, 2, 3, 4].map(() => start(task.id))), ...claims]);
    const held = (await Promise.all(claims)).flatMap(idsOf);
    assert.ok(held.length <= 1, `${held.length} of ${started.length} run at once`);
  }
});

test('a claim that looks many times leaves no listener behind for each look', async () => {
  const engine = await standInEngine(server, await make.environment());
  const { environment } = await db.reader.only<{ environment: string }>(
    sql`select environment_id as environment from engine where id = ${engine.id}`,
  );
  const warnings: string[] = [];
  const hear = (warning: Error): void => void warnings.push(warning.message);
  process.on('warning', hear);
  const claim = engine.claim({ wait: 1500 });
  for (let look = 0; look < 20; look += 1) {
    await pause(40);
    wakeups.wake([environment]);
  }
  assert.deepEqual((await claim).executions, []);
  process.off('warning', hear);
  assert.deepEqual(warnings, []);
});

test('the runs of a moment are spread over the claims that wait, to none more than it can take', async () => {
  const task = await make.task({ parallelExecutionAllowed: true });
  const engines = await Promise.all([1, 2].map(() => standInEngine(server, task.environment)));
  const claims = engines.map((engine) => engine.claim({ wait: WAIT, free: 3 }));
  await pause(150);
  const ids = await Promise.all(Array.from({ length: 10 }, () => start(task.id)));
  const given = await Promise.all(claims);
  for (const one of given) assert.ok(one.executions.length > 0 && one.executions.length <= 3, `${one.executions.length} of 3`);
  const rest = await Promise.all(engines.map((engine) => engine.claim({ free: 10 })));
  assert.deepEqual([...given, ...rest].flatMap(idsOf).toSorted(), ids.toSorted());
});

test('of two claims of one engine each answers for what it took itself', async () => {
  const task = await make.task({ parallelExecutionAllowed: true });
  const engine = await standInEngine(server, task.environment);
  const incarnation = crypto.randomUUID();
  const claims = [1, 2].map((number) => engine.claim({ wait: WAIT, free: 3, incarnation, number }));
  await pause(150);
  const ids = await Promise.all(Array.from({ length: 6 }, () => start(task.id)));
  const given = [idsOf((await claims[0]) ?? { executions: [] }), idsOf((await claims[1]) ?? { executions: [] })];
  const stored = await db.reader.rows<{ id: string; number: number }>(sql`
    select execution_id as id, claim_number as number from live_execution where engine_id = ${engine.id} order by execution_id`);
  for (const number of [1, 2]) {
    const own = stored.filter((one) => one.number === number).map((one) => one.id);
    assert.deepEqual(given[number - 1]?.toSorted(), own, `claim ${number}`);
  }
  const rest = idsOf(await engine.claim({ free: 10 }));
  assert.deepEqual([...given.flat(), ...rest].toSorted(), ids.toSorted());
});

test('task-executions.start.engine: what wants another engine does not go to the one that waits', async () => {
  const workspace = await make.workspace();
  const [engine, other] = await Promise.all([1, 2].map(() => standInEngine(server, workspace.environment)));
  assert.ok(engine && other);
  const cluster = await make.cluster({ environment: workspace.environment, engines: [other.id] });
  const wanting = await make.task({ workspace: workspace.id, engine: engine.id });
  const elsewhere = await make.task({ workspace: workspace.id, engine: other.id });
  const clustered = await make.task({ workspace: workspace.id, cluster: cluster.id });
  const claim = engine.claim({ wait: WAIT });
  await pause(150);
  const [first, second, third] = [await start(elsewhere.id), await start(clustered.id), await start(wanting.id)];
  assert.deepEqual(idsOf(await claim), [third]);
  assert.deepEqual(idsOf(await other.claim()).toSorted(), [first, second].toSorted());
});

test('remote-engines.unpair.credential: a claim that waits is given nothing when its engine is unpaired meanwhile', async () => {
  const task = await make.task();
  const engine = await standInEngine(server, task.environment);
  const claim = engine.send('POST /engine/v1/claims', { free: 10, waitMilliseconds: 1500 });
  await pause(150);
  // Without the wake-up that unpairing brings: the statement itself must see it.
  await db.writer.rows(sql`update engine set credential_hash = null, credential_expires_at = null where id = ${engine.id}`);
  const id = await start(task.id);
  assert.equal(await statusOf(id), 'EXECUTION_EVENT_RECEIVED');
  assert.deepEqual((await claim).body.executions ?? [], []);
});

test('task-executions.start.queue: what one too many does not begin, and the claim waits on', async () => {
  const task = await make.task({ parallelExecutionAllowed: true });
  const engine = await standInEngine(server, task.environment);
  for (let index = 0; index < 50; index += 1) await start(task.id);
  const { executions } = await engine.claim({ free: 50 });
  const claim = engine.claim({ wait: WAIT });
  await pause(150);
  assert.equal(await statusOf(await start(task.id)), 'DEPLOY_FAILED');
  const [one] = executions;
  assert.ok(one && executions.length === 50);
  await engine.finish(one);
  const id = await start(task.id);
  assert.deepEqual(idsOf(await claim), [id]);
});

test('a start that is refused leaves the claim that waits as it was', async () => {
  const task = await make.task();
  const engine = await standInEngine(server, task.environment);
  const claim = engine.claim({ wait: WAIT });
  await pause(150);
  const body = { executable: task.id, parameters: { a: 'x\u0000y' } };
  isRefused(await call('POST /processing/executions', { body }), 400, 'malformed_request');
  const id = await start(task.id);
  assert.deepEqual(idsOf(await claim), [id]);
});

test('task-executions.lease.unanswered: what went to callers that left at that moment is found by the next', async () => {
  const task = await make.task({ parallelExecutionAllowed: true });
  const engine = await standInEngine(server, task.environment);
  const { port } = new URL(server.url);
  const [incarnation, ids, unanswered]: [string, string[], number[]] = [crypto.randomUUID(), [], []];
  for (let number = 1; number <= 20; number += 1) {
    unanswered.push(number);
    const body = JSON.stringify({ free: 10, waitMilliseconds: WAIT, incarnation, number });
    const request = `POST /engine/v1/claims HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${engine.credential}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    const socket = connect(Number(port), '127.0.0.1');
    await new Promise<void>((resolve) => void socket.write(request, () => resolve()));
    await pause(20);
    const started = start(task.id);
    socket.destroy();
    ids.push(await started);
  }
  await pause(300);
  assert.deepEqual(idsOf(await engine.claim({ free: 50, incarnation, number: 21, unanswered })).toSorted(), ids.toSorted());
});
