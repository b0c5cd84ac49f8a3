import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { boundSchedule, boundToPlan } from '../../../../test/support/bind.ts';
import { standInEngine, type Claimed } from '../../../../test/support/engine.ts';
import { daily, firingOf } from '../../../../test/support/firing.ts';
import { createStage } from '../../../../test/support/plan-runs.ts';
import { leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

// Without a worker, so that only the test fires triggers.
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make, platform } = server;
const { fireAt, onlyTrigger } = firingOf(server);

const timed = (timeout?: number | null) => ({ ...daily('a'), ...(timeout !== undefined && { timeout }) });

/** Gives a task a timeout of its own. */
const setTaskTimeout = (task: string, minutes: number) =>
  platform.db.writer.rows(sql`update task_run_config set timeout_minutes = ${minutes} where task_id = ${task}`);

const timeoutsOf = (claimed: readonly Claimed[]) => claimed.map(({ taskId, timeoutMinutes }) => [taskId, timeoutMinutes]);

test('schedules.trigger.timeout', async () => {
  for (const [timeout, expected] of [
    [3, 3],
    [undefined, 45],
    [null, 45],
  ] as const) {
    const task = await make.task();
    const engine = await standInEngine(server, task.environment);
    await setTaskTimeout(task.id, 45);
    await boundSchedule(server, task, { triggers: [daily('other')] });
    const schedule = await call('GET /orchestration/executables/tasks/{taskId}/schedule', { path: { taskId: task.id } });
    const path = { scheduleId: schedule.body.id };
    const body = { ...timed(timeout), name: 'other' };
    assert.equal((await call('PUT /orchestration/schedules/{scheduleId}/triggers', { path, body })).status, 200);
    await fireAt((await onlyTrigger(task)).next_at ?? assert.fail('it is armed'));
    const { executions } = await engine.claim();
    assert.deepEqual(timeoutsOf(executions), [[task.id, expected]]);
    const read = await call('GET /processing/executions/{executionId}', { path: { executionId: executions[0]?.executionId ?? '' } });
    assert.equal(read.body.timeout, expected, 'the record shows it');

    assert.equal((await call('POST /processing/executions', { body: { executable: task.id } })).status, 201);
    assert.deepEqual(timeoutsOf((await engine.claim()).executions), [[task.id, 45]], 'executions that others start keep that of the task');
  }
});

test('schedules.trigger.timeout: a plan gives it to the tasks of all its steps and error handlers', async () => {
  const stage = await createStage(server);
  const [first = '', second = '', handling = '', deep = ''] = await stage.tasks(4);
  for (const task of [first, second, handling, deep]) await setTaskTimeout(task, 45);
  const handler = await stage.plan([{ tasks: [deep] }]);
  const plan = await stage.plan([{ tasks: [first] }, { tasks: [second], handler: { tasks: [handling], plans: [handler] } }]);
  await boundToPlan(server, plan, { environment: stage.workspace.environment, triggers: [timed(7)] });
  const { at } = await platform.db.reader.only<{ at: Date }>(sql`
    select g.next_at as at
    from time_trigger g
    join schedule s on s.id = g.schedule_id
    where s.plan_id = ${plan}`);
  await fireAt(at);
  const { body } = await call('GET /processing/executables/plans/{planId}/executions', { path: { planId: plan } });
  const id: string = body.items[0].executionId;
  for (const [tasks, outcome] of [
    [[first], 'EXECUTION_SUCCESS'],
    [[second], 'EXECUTION_FAILED'],
    [[handling, deep], 'EXECUTION_SUCCESS'],
  ] as const) {
    const claimed = await stage.claimAll();
    assert.deepEqual(timeoutsOf(claimed).toSorted(), tasks.map((task) => [task, 7]).toSorted());
    await stage.finish(claimed, Object.fromEntries(tasks.map((task) => [task, outcome])));
  }
  assert.equal(await stage.status(id), 'EXECUTION_FAILED');

  const [, failed] = await stage.steps(id);
  await stage.start(plan, { executionPlanId: id, stepId: failed.executionId, rerunOnlyFailedTasks: true });
  assert.deepEqual(timeoutsOf(await stage.claimAll()), [[second, 45]], 'a person who runs the plan again is not the trigger');
});

test('schedules.trigger.timeout: a timeout below one minute is refused', async () => {
  const { id, environment } = await make.schedule({ triggers: [daily('a')] });
  const body = { environmentId: environment, trigger: timed(0) };
  await leavesNothing(server, 'POST /orchestration/schedules', { body }, 400, 'malformed_request', 'schedule', 'time_trigger');
  for (const route of ['POST /orchestration/schedules/{scheduleId}/triggers', 'PUT /orchestration/schedules/{scheduleId}/triggers'])
    for (const timeout of [0, -5, 1.5])
      await leavesNothing(server, route, { path: { scheduleId: id }, body: timed(timeout) }, 400, 'malformed_request', 'time_trigger');
});
