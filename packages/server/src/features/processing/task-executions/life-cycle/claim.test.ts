// run: own server because it sets MILLRACE_BUSY_RETRY_SECONDS
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../../core/database/sql.ts';
import { standInEngine, type Claimed } from '../../../../../test/support/engine.ts';
import { startTestServer } from '../../../../../test/support/server.ts';

const server = await startTestServer({ MILLRACE_BUSY_RETRY_SECONDS: '3600, 7200' });
const { call, make } = server;

const start = async (executable: string): Promise<string> => {
  const { status, body } = await call('POST /processing/executions', { body: { executable } });
  assert.equal(status, 201);
  return body.executionId;
};
const read = async (executionId: string) => (await call('GET /processing/executions/{executionId}', { path: { executionId } })).body;
const prepare = async () => {
  const task = await make.task({ parallelExecutionAllowed: false });
  return { task, engine: await standInEngine(server, task.environment) };
};
type Claims = { executions: Claimed[] };
const firstOf = ({ executions: [execution] }: Claims): Claimed => execution ?? assert.fail('nothing was claimed');
const idsOf = (claimed: Claims): string[] => claimed.executions.map(({ executionId }) => executionId);
const makeAvailable = (id: string) =>
  server.platform.db.writer.rows(sql`update live_execution set available_at = now() where execution_id = ${id}`);

test('task-executions.start.parallel', async () => {
  const { task, engine } = await prepare();
  const [first, second, third] = [await start(task.id), await start(task.id), await start(task.id)];
  const claimed = await engine.claim();
  assert.deepEqual(idsOf(claimed), [first]);
  assert.deepEqual(idsOf(await engine.claim()), [], 'while the first runs');
  assert.equal((await read(second)).executionStatus, 'EXECUTION_EVENT_RECEIVED');
  await engine.finish(firstOf(claimed));
  const next = await engine.claim();
  assert.deepEqual(idsOf(next), [second], 'the postponed execution is claimed after the first has ended');
  await engine.finish(firstOf(next));
  assert.deepEqual(idsOf(await engine.claim()), [third]);
});

test('task-executions.start.parallel: parallel executions are allowed if the run configuration says so', async () => {
  const task = await make.task({ parallelExecutionAllowed: true });
  const engine = await standInEngine(server, task.environment);
  const ids = [await start(task.id), await start(task.id)];
  assert.deepEqual(idsOf(await engine.claim()), ids);
});

test('task-executions.start.parallel: of many simultaneous claims only one gets an execution of the task', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { task, engine } = await prepare();
    const ids = [await start(task.id), await start(task.id), await start(task.id)];
    const engines = [engine, await standInEngine(server, task.environment), await standInEngine(server, task.environment)];
    const claims = await Promise.all(engines.map((claimer) => claimer.claim({ free: 1 })));
    const taken = claims.flatMap(idsOf);
    assert.equal(taken.length, 1, `${taken.length} of ${ids.length} run at once`);
  }
});

test('task-executions.start.retry', async () => {
  const { task, engine } = await prepare();
  const [first, second] = [await start(task.id), await start(task.id)];
  const running = firstOf(await engine.claim());
  for (const attempts of [1, 2]) {
    const { left } = await server.platform.db.reader.only<{ left: number }>(sql`
      select extract(epoch from available_at - now())::float8 as left
      from live_execution
      where execution_id = ${second}
        and attempts = ${attempts}`);
    assert.ok(left > attempts * 3600 - 60 && left <= attempts * 3600, `postponed by ${left} s after attempt ${attempts}`);
    assert.deepEqual(idsOf(await engine.claim()), []);
    await makeAvailable(second);
    assert.deepEqual(idsOf(await engine.claim()), []);
  }
  const { status, misfiredExecutionReason, errorType, errorMessage } = await read(second);
  assert.deepEqual([status, misfiredExecutionReason, errorType], ['deploy_failed', 'MAX_DEPLOYMENT_ATTEMPTS_REACHED', 'TASK_BUSY']);
  assert.match(errorMessage, /3 attempts/);
  await engine.finish(running);
  assert.equal((await read(first)).status, 'execution_successful');
});

test('task-executions.start.queue', async () => {
  const task = await make.task({ parallelExecutionAllowed: false });
  const first = await start(task.id);
  for (let index = 1; index < 50; index += 1) await start(task.id);
  const further = await start(task.id);
  const { status, misfiredExecutionReason, errorMessage } = await read(further);
  assert.deepEqual([status, misfiredExecutionReason], ['deploy_failed', 'MAX_PARALLEL_TASKS_LIMIT_REACHED']);
  assert.match(errorMessage, /50 executions/);
  await call('DELETE /processing/executions/{executionId}', { path: { executionId: first } });
  assert.equal((await read(await start(task.id))).status, 'dispatching', 'after an end there is room');
  await server.platform.db.writer.rows(sql`
    update live_execution
    set accepted_at = now() - interval '61 minutes'
    where task_id = ${task.id}`);
  assert.equal((await read(await start(task.id))).status, 'dispatching', 'older executions do not count');
});

test('task-executions.start.queue: executions count that were accepted long before most others', async () => {
  const task = await make.task();
  const accept = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) await start(task.id);
  };
  await accept(10);
  await server.platform.db.writer.rows(sql`
    update live_execution
    set accepted_at = now() - interval '59 minutes'
    where task_id = ${task.id}`);
  // The process looks for the oldest of them after each twenty starts.
  await accept(40);
  assert.equal((await read(await start(task.id))).misfiredExecutionReason, 'MAX_PARALLEL_TASKS_LIMIT_REACHED');
});
