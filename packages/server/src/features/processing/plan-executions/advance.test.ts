import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Schema } from '@millrace/contract';
import { sql } from '../../../core/database/sql.ts';
import { createStage, type Stage } from '../../../../test/support/plan-runs.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { advance } from './advance.ts';

/** Without a worker, so that only the test advances plan executions. */
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make, platform } = server;

type Outcome = Schema<'FinishReport'>['outcome'];

/** Creates a plan whose steps have `sizes` tasks; returns its tasks by step. */
async function planOf(stage: Stage, sizes: readonly number[]): Promise<{ plan: string; tasks: string[][] }> {
  const tasks: string[][] = [];
  for (const size of sizes) tasks.push((await stage.tasks(size)).toSorted());
  return { plan: await stage.plan(tasks.map((ofStep) => ({ tasks: ofStep }))), tasks };
}

test('plan-executions.run.order', async () => {
  const stage = await createStage(server);
  const { plan, tasks } = await planOf(stage, [1, 2, 1]);
  const id = await stage.start(plan);
  assert.deepEqual(await stage.statuses(id), ['STARTED']);
  assert.deepEqual(await stage.drain(), tasks);
  assert.deepEqual(await stage.statuses(id), ['EXECUTION_SUCCESS', 'EXECUTION_SUCCESS', 'EXECUTION_SUCCESS']);
  const { executionStatus, status, plannedExecutableCount, doneExecutableCount, finishTimestamp } = await stage.read(id);
  assert.deepEqual(
    [executionStatus, status, plannedExecutableCount, doneExecutableCount],
    ['EXECUTION_SUCCESS', 'execution_successful', 4, 4],
  );
  assert.notEqual(finishTimestamp, null);
});

test('plan-executions.times.order', async () => {
  const stage = await createStage(server);
  const { plan } = await planOf(stage, [1, 1]);
  const id = await stage.start(plan);
  // Moves times as if the clock had been set back after the start, and again after the end of the first step.
  await platform.db.writer.rows(sql`update plan_execution set started_at = started_at + interval '1 hour' where id = ${id}`);
  await platform.db.writer.rows(sql`
    update plan_step_execution
    set started_at = started_at + interval '1 hour'
    where plan_execution_id = ${id}`);
  await stage.finish(await stage.claimAll());
  const [first, second] = await stage.steps(id);
  const { startTimestamp } = await stage.read(id);
  const times = [startTimestamp, first.startTimestamp, first.finishTimestamp, second.startTimestamp];
  assert.deepEqual(times, times.toSorted());
  await platform.db.writer.rows(sql`
    update plan_step_execution
    set finished_at = finished_at + interval '1 hour'
    where plan_execution_id = ${id}
      and finished_at is not null`);
  await stage.drain();
  const ends = [...(await stage.steps(id)), await stage.read(id)].map(({ finishTimestamp }) => finishTimestamp);
  assert.equal(ends.at(-1), ends.toSorted().at(-1));
});

test('plan-executions.run.parallel', async () => {
  const stage = await createStage(server);
  const { plan, tasks } = await planOf(stage, [3, 1]);
  const id = await stage.start(plan);
  const claimed = await stage.claimAll();
  assert.deepEqual(claimed.map(({ taskId }) => taskId).toSorted(), tasks[0], 'all tasks of the first step wait together');
  for (const [done, lease] of claimed.entries()) {
    assert.deepEqual(await stage.claimAll(), [], 'the next step does not begin before all tasks have ended');
    assert.equal((await stage.read(id)).doneExecutableCount, done);
    await stage.finish([lease]);
  }
  assert.deepEqual(await stage.drain(), [tasks[1]]);
  assert.equal(await stage.status(id), 'EXECUTION_SUCCESS');
});

/** Returns the statuses of a step of two tasks and of its plan, with two, one and no successful task. */
async function outcomesOf(condition: Schema<'StepCondition'>): Promise<string[]> {
  const found: string[] = [];
  const cases: readonly (readonly [Outcome, Outcome])[] = [
    ['EXECUTION_SUCCESS', 'EXECUTION_SUCCESS'],
    ['EXECUTION_SUCCESS', 'EXECUTION_REJECTED'],
    ['EXECUTION_FAILED', 'EXECUTION_SUCCESS'],
    ['EXECUTION_TERMINATED', 'DEPLOY_FAILED'],
  ];
  for (const [first, second] of cases) {
    const stage = await createStage(server);
    const [a = '', b = '', next = ''] = await stage.tasks(3);
    const id = await stage.start(await stage.plan([{ tasks: [a, b], condition }, { tasks: [next] }]));
    const rounds = await stage.drain({ [a]: first, [b]: second });
    assert.equal(rounds.length, (await stage.statuses(id)).length);
    found.push(`${(await stage.statuses(id))[0]} ${await stage.status(id)}`.replaceAll('EXECUTION_', ''));
  }
  return found;
}

test('plan-executions.run.all', async () => {
  assert.deepEqual(await outcomesOf('ALL_SUCCEEDED'), ['SUCCESS SUCCESS', 'SUCCESS SUCCESS', 'FAILED FAILED', 'FAILED FAILED']);
});

test('plan-executions.run.one', async () => {
  assert.deepEqual(await outcomesOf('AT_LEAST_ONE_SUCCEEDED'), ['SUCCESS SUCCESS', 'SUCCESS SUCCESS', 'SUCCESS SUCCESS', 'FAILED FAILED']);
});

test('plan-executions.run.proceed', async () => {
  assert.deepEqual(await outcomesOf('ALWAYS_PROCEED_ON'), ['SUCCESS SUCCESS', 'SUCCESS SUCCESS', 'SUCCESS SUCCESS', 'SUCCESS SUCCESS']);
  const stage = await createStage(server);
  const [task = '', handlerTask = ''] = await stage.tasks(2);
  const id = await stage.start(await stage.plan([{ tasks: [task], condition: 'ALWAYS_PROCEED_ON', handler: { tasks: [handlerTask] } }]));
  assert.deepEqual(await stage.drain({ [task]: 'EXECUTION_FAILED' }), [[task]], 'its error handler never runs');
  assert.equal(await stage.status(id), 'EXECUTION_SUCCESS');
});

test('plan-executions.run.survives', async () => {
  const stage = await createStage(server);
  const { plan, tasks } = await planOf(stage, [1, 1]);
  const id = await stage.start(plan);
  for (const lease of await stage.claimAll()) await stage.engine.finish(lease);
  assert.deepEqual([await stage.claimAll(), await stage.statuses(id)], [[], ['STARTED']], 'no process has advanced the plan');
  await stage.advance();
  assert.deepEqual(await stage.drain(), [tasks[1]]);
  assert.equal(await stage.status(id), 'EXECUTION_SUCCESS');
});

test('plan-executions.run.once', async () => {
  const stage = await createStage(server);
  const ids: string[] = [];
  const steps = [{ tasks: await stage.tasks(2) }, { tasks: await stage.tasks(2) }, { tasks: await stage.tasks(2) }];
  for (let index = 0; index < 8; index += 1) ids.push(await stage.start(await stage.plan(steps)));
  for (let step = 0; step < steps.length; step += 1) {
    const claimed = await stage.claimAll();
    assert.equal(claimed.length, 16);
    await Promise.all(claimed.map((lease) => stage.engine.finish(lease)));
    await Promise.all([1, 2, 3, 4].map(() => stage.advance()));
    await stage.advance();
  }
  assert.deepEqual(await stage.claimAll(), []);
  for (const id of ids) {
    assert.equal(await stage.status(id), 'EXECUTION_SUCCESS');
    const { executions } = await platform.db.reader.only<{ executions: number }>(sql`
      select count(*) as executions
      from task_execution
      where plan_execution_id = ${id}`);
    assert.equal(executions, 6);
  }
});

test('plan-executions.run.once: a process does not advance a plan execution that another process has just advanced', async () => {
  const stage = await createStage(server);
  const { plan } = await planOf(stage, [1, 1]);
  const id = await stage.start(plan);
  for (const lease of await stage.claimAll()) await stage.engine.finish(lease);
  const lockAndAdvance = () =>
    platform.db.transaction(async (tx) => {
      await tx.rows(sql`
        select id
        from plan_execution
        where id = ${id}
        for update`);
      return advance(tx, [id]);
    });
  const wakes = await Promise.all([lockAndAdvance(), lockAndAdvance(), lockAndAdvance()]);
  assert.deepEqual(wakes.flat(), [stage.workspace.environment]);
  assert.deepEqual(await stage.statuses(id), ['EXECUTION_SUCCESS', 'STARTED']);
  assert.equal((await stage.claimAll()).length, 1);
});

test('plan-executions.task.plan', async () => {
  const stage = await createStage(server);
  const { plan } = await planOf(stage, [1]);
  const id = await stage.start(plan);
  const [lease] = await stage.claimAll();
  const execution = (await call('GET /processing/executions/{executionId}', { path: { executionId: lease?.executionId ?? '' } })).body;
  assert.deepEqual([execution.planId, execution.executionType, execution.workspaceId], [id, 'PLAN', stage.workspace.id]);
  assert.equal('apiVersion' in execution, false);
  const [listed] = (await call('GET /processing/executables/tasks/executions', { query: { workspaceId: stage.workspace.id } })).body.items;
  assert.deepEqual([listed.planId, listed.executionType, listed.userId], [id, 'PLAN', await make.administrator()]);
});

test('plan-executions.task.misfire', async () => {
  const stage = await createStage(server);
  const [fine = '', paused = '', bare = '', next = ''] = await stage.tasks(4);
  const required = [{ name: 'url', type: 'String', required: true }];
  const incomplete = (await make.task({ workspace: stage.workspace.id, artifactParameters: required })).id;
  const typed = [{ name: 'limit', type: 'int', required: false, value: '5' }];
  const mistyped = (await make.task({ workspace: stage.workspace.id, artifactParameters: typed, parameters: { limit: 'many' } })).id;
  const id = await stage.start(
    await stage.plan([{ tasks: [next] }, { tasks: [fine, paused, bare, incomplete, mistyped], condition: 'AT_LEAST_ONE_SUCCEEDED' }]),
  );
  await call('PUT /orchestration/executables/tasks/{taskId}/pause', { path: { taskId: paused }, body: { pause: true } });
  await platform.db.writer.rows(sql`
    delete from task_run_config
    where task_id = ${bare}`);
  assert.deepEqual(await stage.drain(), [[next], [fine]], 'misfires do not prevent the other task from running');
  const { doneExecutableDetails: details, doneExecutableCount, executionStatus } = await stage.read(id);
  assert.deepEqual([doneExecutableCount, executionStatus], [6, 'EXECUTION_SUCCESS']);
  const byTask = new Map(details.map((detail: Schema<'JobExecutionStatus'>) => [detail.jobId, detail]));
  const detailOf = (task: string) => byTask.get(task) as Schema<'JobExecutionStatus'>;
  for (const [task, reason, message] of [
    [paused, 'TASK_IS_PAUSED', /paused/],
    [bare, 'UNKNOWN', /run configuration/],
    [incomplete, 'UNKNOWN', /url/],
    [mistyped, 'UNKNOWN', /limit \(int\) must be a whole number/],
  ] as const) {
    assert.deepEqual([detailOf(task).executionStatus, detailOf(task).misfiredExecutionReason], ['DEPLOY_FAILED', reason]);
    assert.match(detailOf(task).errorMessage ?? '', message);
  }
});

test('a plan without any task that can begin ends in the call that starts it', async () => {
  const stage = await createStage(server);
  const [first = '', second = ''] = await stage.tasks(2);
  const plan = await stage.plan([{ tasks: [first], condition: 'ALWAYS_PROCEED_ON' }, { tasks: [second] }]);
  for (const taskId of [first, second])
    await call('PUT /orchestration/executables/tasks/{taskId}/pause', { path: { taskId }, body: { pause: true } });
  const id = await stage.start(plan);
  assert.deepEqual(await stage.statuses(id), ['EXECUTION_SUCCESS', 'EXECUTION_FAILED']);
  assert.equal(await stage.status(id), 'EXECUTION_FAILED');
  assert.match((await stage.read(id)).errorMessage, /'Step 2' failed: of 1 runs 0 succeeded/);
});
