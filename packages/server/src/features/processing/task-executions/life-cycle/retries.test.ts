import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockSetBack } from '../../../../core/background/database-clock.ts';
import { sql } from '../../../../core/database/sql.ts';
import { standInEngine, type Claimed, type StandInEngine } from '../../../../../test/support/engine.ts';
import { createStage } from '../../../../../test/support/plan-runs.ts';
import { startTestServer } from '../../../../../test/support/server.ts';
import { endGone } from './engine-loss.ts';

// Without timers, so that only the test ends executions.
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make, platform } = server;
const { db } = platform;

const RUN_CONFIG = 'PUT /orchestration/executables/tasks/{taskId}/run-config';
const setRetry = (taskId: string, retry: object | null) =>
  call(RUN_CONFIG, { path: { taskId }, body: { trigger: { type: 'MANUAL' }, runtime: { type: 'CLOUD' }, retry } });
const start = async (executable: string, more: object = {}): Promise<string> =>
  (await call('POST /processing/executions', { body: { executable, ...more } })).body.executionId;
const read = async (executionId: string) => (await call('GET /processing/executions/{executionId}', { path: { executionId } })).body;
const explain = async (executionId: string) =>
  (await call('GET /processing/executions/{executionId}/explanation', { path: { executionId } })).body;
/** Seconds until an engine may claim an execution. */
const waitOf = async (id: string): Promise<number> =>
  (
    await db.reader.only<{ wait: number }>(
      sql`select extract(epoch from available_at - now())::float8 as wait from live_execution where execution_id = ${id}`,
    )
  ).wait;
const makeDue = (id: string) => db.writer.rows(sql`update live_execution set available_at = now() where execution_id = ${id}`);

/** A task with a retry, and an engine of its environment. */
async function retried(retry: object): Promise<{ id: string; engine: StandInEngine }> {
  const task = await make.task();
  const { status, body } = await setRetry(task.id, { waitSeconds: 0, ...retry });
  assert.equal(status, 200, JSON.stringify(body));
  return { id: task.id, engine: await standInEngine(server, task.environment) };
}

/** Runs an execution to an end, and returns its record. */
async function run(engine: StandInEngine, finish: Parameters<StandInEngine['finish']>[1]) {
  const lease: Claimed = await engine.claimOne();
  await engine.start(lease);
  await engine.finish(lease, finish);
  return read(lease.executionId);
}
const FAILED = { outcome: 'EXECUTION_FAILED', errorType: 'EXIT_CODE', errorMessage: 'It ended with exit code 1', exitCode: 1 } as const;

test('task-executions.retry.attempts', async () => {
  const { id, engine } = await retried({ attempts: 3 });
  const first = await start(id);
  const ends = [await run(engine, FAILED), await run(engine, FAILED), await run(engine, FAILED)];
  assert.deepEqual(
    ends.map(({ attempt }) => attempt),
    [1, 2, 3],
  );
  assert.equal(ends[0].executionId, first);
  assert.equal(ends[2].nextExecutionId, undefined);
  assert.equal((await engine.claim()).executions.length, 0);
});

test('task-executions.retry.linked', async () => {
  const { id, engine } = await retried({ attempts: 3 });
  const first = await start(id);
  const ends = [await run(engine, FAILED), await run(engine, FAILED), await run(engine, { outcome: 'EXECUTION_SUCCESS' })];
  assert.deepEqual(
    ends.map(({ firstExecutionId, nextExecutionId }) => [firstExecutionId, nextExecutionId]),
    [
      [undefined, ends[1].executionId],
      [first, ends[2].executionId],
      [first, undefined],
    ],
  );
  const plain = await make.task();
  const { attempt, ...execution } = await read(await start(plain.id));
  assert.deepEqual([attempt, execution.status], [undefined, 'dispatching'], 'a task without a retry names no attempt');
});

test('task-executions.retry.outcomes', async () => {
  const ends = {
    FAILED,
    OUT_OF_MEMORY: { ...FAILED, errorType: 'OUT_OF_MEMORY' },
    EVICTED: { ...FAILED, errorType: 'EVICTED' },
    TIMED_OUT: { outcome: 'EXECUTION_TERMINATED_TIMEOUT', errorType: 'TIMEOUT', errorMessage: 'too long' },
    ENGINE_LOST: { outcome: 'EXECUTION_TERMINATED_SHUTDOWN', errorType: 'ENGINE_SHUTDOWN', errorMessage: 'shut down' },
  } as const;
  const names = Object.keys(ends) as (keyof typeof ends)[];
  for (const on of names) {
    const { id, engine } = await retried({ attempts: 2, on: [on] });
    for (const name of names) {
      await start(id);
      const { nextExecutionId: next } = await run(engine, ends[name]);
      assert.equal(next !== undefined, name === on, `${name} with ${on}`);
      if (next !== undefined) await run(engine, { outcome: 'EXECUTION_SUCCESS' });
    }
    await start(id);
    assert.equal(
      (await run(engine, { outcome: 'DEPLOY_FAILED', errorType: 'BUNDLE_UNUSABLE', errorMessage: 'x' })).nextExecutionId,
      undefined,
    );
  }
});

test('task-executions.retry.outcomes: an engine that is lost is repeated, an end on request is not', async () => {
  const { id, engine } = await retried({ attempts: 2, on: ['ENGINE_LOST'] });
  const lost = await start(id);
  const incarnation = crypto.randomUUID();
  await engine.claim({ incarnation });
  await db.transaction((tx) => endGone(tx, engine.id, [incarnation]));
  const { nextExecutionId: next, errorType } = await read(lost);
  assert.deepEqual([errorType, typeof next], ['ENGINE_LOST', 'string']);
  assert.equal((await run(engine, { outcome: 'EXECUTION_TERMINATED' })).nextExecutionId, undefined);

  const ended = await start(id);
  const again = crypto.randomUUID();
  await engine.claim({ incarnation: again });
  await call('DELETE /processing/executions/{executionId}', { path: { executionId: ended } });
  await db.transaction((tx) => endGone(tx, engine.id, [again]));
  assert.deepEqual([(await read(ended)).status, (await read(ended)).nextExecutionId], ['terminated', undefined]);
});

test('task-executions.retry.withdrawn', async () => {
  const paused = await retried({ attempts: 2 });
  await start(paused.id);
  const lease = await paused.engine.claimOne();
  const pause = await call('PUT /orchestration/executables/tasks/{taskId}/pause', { path: { taskId: paused.id }, body: { pause: true } });
  assert.ok(pause.status < 300, JSON.stringify(pause.body));
  await paused.engine.finish(lease, FAILED);
  assert.equal((await read(lease.executionId)).nextExecutionId, undefined);
  assert.equal((await paused.engine.claim()).executions.length, 0);
});

test('task-executions.retry.same', async () => {
  const { id, engine } = await retried({ attempts: 2 });
  const first = await start(id, { timeout: 7, logLevel: 'ERROR' });
  const firstLease = await engine.claimOne();
  await setRetry(id, null);
  await engine.finish(firstLease, FAILED);
  const secondLease = await engine.claimOne();
  const plain = ({ executionId: _id, fence: _fence, ...rest }: Claimed) => rest;
  assert.deepEqual(plain(secondLease), plain(firstLease), 'the engine gets the same');
  const [firstRecord, nextRecord] = [await read(first), await read(secondLease.executionId)];
  for (const field of ['taskId', 'taskVersion', 'executionType', 'userId', 'timeout', 'runtime'])
    assert.deepEqual(nextRecord[field], firstRecord[field], field);
  assert.ok(firstRecord.executionId < nextRecord.executionId, 'ids are in the order of the attempts');
  await engine.finish(secondLease, FAILED);
});

test('task-executions.retry.wait', async () => {
  const { id, engine } = await retried({ attempts: 4, waitSeconds: 100, backoff: 3 });
  await start(id);
  const waits: number[] = [];
  for (let attempt = 1; attempt < 4; attempt += 1) {
    const { nextExecutionId: next } = await run(engine, FAILED);
    assert.equal((await engine.claim()).executions.length, 0, 'no engine gets it during the pause');
    waits.push(await waitOf(next));
    if (attempt < 3) await makeDue(next);
    else {
      await db.writer.rows(
        sql`update live_execution set available_at = now() + interval '9 days', accepted_at = now() + interval '9 days'`,
      );
      await db.transaction((tx) => platform.publish(tx, clockSetBack, { limits: platform.settings.limits }));
      const wait = await waitOf(next);
      assert.ok(wait > 600 && wait <= 900, `${wait} s after the clock was set back`);
      assert.equal((await call('DELETE /processing/executions/{executionId}', { path: { executionId: next } })).status, 204);
      assert.equal((await read(next)).status, 'terminated');
    }
  }
  for (const [index, most] of [100, 300, 900].entries())
    assert.ok((waits[index] ?? 0) > most * 0.6 && (waits[index] ?? 0) <= most, `${waits[index]} of ${most}`);
});

test('task-executions.retry.explained', async () => {
  const { id, engine } = await retried({ attempts: 2, waitSeconds: 500 });
  const first = await start(id);
  const { nextExecutionId: next } = await run(engine, FAILED);
  const ended = await explain(first);
  assert.match(ended.reasons[0].message, new RegExp(`attempt 1 of 2\\. The next attempt is ${next}\\.$`));
  assert.deepEqual([ended.reasons[0].evidence.attempt, ended.reasons[0].evidence.nextExecutionId, ended.next], [1, next, undefined]);
  const waiting = await explain(next);
  assert.equal(waiting.reasons[0].code, 'RETRY_WAITS');
  assert.match(waiting.summary, /waits: attempt 2 of 2 begins at /);
  assert.equal(waiting.reasons[0].evidence.firstExecutionId, first);
  await makeDue(next);
  assert.notEqual((await explain(next)).reasons[0].code, 'RETRY_WAITS');
  await run(engine, FAILED);
  const last = await explain(next);
  assert.match(last.reasons[0].message, /It was attempt 2 of 2\.$/);
  assert.match(last.next, /correct it/);
});

test('task-executions.retry.plan', async () => {
  const stage = await createStage(server);
  const [task = '', other = '', after = ''] = await stage.tasks(3);
  await setRetry(task, { attempts: 2, waitSeconds: 0 });
  const plan = await stage.plan([{ tasks: [task, other] }, { tasks: [after] }]);
  const executionId = await stage.start(plan);
  const status = async () =>
    (await call('GET /processing/executions/plans/{planExecutionId}', { path: { planExecutionId: executionId } })).body;
  await stage.finish(await stage.claimAll(), { [task]: 'EXECUTION_FAILED' });
  const between = await status();
  assert.deepEqual([between.executionStatus, between.doneExecutableCount], ['STARTED', 1], 'the step waits for the second attempt');
  const second = await stage.claimAll();
  assert.deepEqual(
    second.map(({ taskId }) => taskId),
    [task],
  );
  await stage.finish(second);
  const [next, ...more] = await stage.claimAll();
  assert.deepEqual([next?.taskId, more.length], [after, 0]);
  await stage.finish(next ? [next] : []);
  const end = await status();
  assert.deepEqual([end.executionStatus, end.doneExecutableCount, end.plannedExecutableCount], ['EXECUTION_SUCCESS', 3, 3]);
});
