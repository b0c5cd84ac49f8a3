import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { createStage } from '../../../../test/support/plan-runs.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /processing/executions/plans';
const TABLES = ['plan_execution', 'plan_step_execution', 'task_execution', 'live_execution'];
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make, platform } = server;

/** Creates a failed execution of a plan of three steps: one of the three tasks of the second step failed. */
async function createFailed() {
  const stage = await createStage(server);
  const [a = '', b = '', bad = '', d = '', e = '', handlerTask = ''] = await stage.tasks(6);
  const middle = { tasks: [b, bad, d], handler: { tasks: [handlerTask] } };
  const plan = await stage.plan([{ tasks: [a] }, middle, { tasks: [e] }]);
  const id = await stage.start(plan);
  await stage.drain({ [bad]: 'EXECUTION_FAILED' });
  assert.equal(await stage.status(id), 'EXECUTION_FAILED');
  const [first, second] = await stage.steps(id);
  const body = { executable: plan, executionPlanId: id, stepId: second.executionId };
  return { stage, plan, id, first, second, body, tasks: { a, b, bad, d, e, handlerTask } };
}

test('plan-executions.rerun.from', async () => {
  const { stage, plan, id, second, body, tasks } = await createFailed();
  const { b, bad, d, e, handlerTask } = tasks;
  const before = await stage.read(id);
  const again = await stage.start(plan, body);
  assert.notEqual(again, id);
  assert.deepEqual(await stage.drain(), [[b, bad, d].toSorted(), [e]]);
  const { executionStatus, plannedExecutableCount, doneExecutableCount } = await stage.read(again);
  assert.deepEqual([executionStatus, plannedExecutableCount, doneExecutableCount], ['EXECUTION_SUCCESS', 4, 4]);
  assert.equal((await stage.steps(again))[0].id, second.id, 'the step keeps the id that it has in the plan');
  assert.deepEqual(await stage.read(id), before, 'the repeated execution does not change');

  const edited = stage.planBody([{ tasks: [handlerTask] }]);
  await call('PUT /orchestration/executables/plans/{planId}', { path: { planId: plan }, body: edited });
  await stage.start(plan, body);
  assert.deepEqual(await stage.drain(), [[b, bad, d].toSorted(), [e]], 'the steps are those of the repeated execution');
});

test('plan-executions.rerun.only-failed', async () => {
  const { stage, plan, body, tasks } = await createFailed();
  const { bad, e, handlerTask } = tasks;
  const again = await stage.start(plan, { ...body, rerunOnlyFailedTasks: true });
  assert.deepEqual(await stage.drain({ [bad]: 'EXECUTION_FAILED' }), [[bad], [handlerTask]], 'with its error handler');
  assert.equal((await stage.read(again)).plannedExecutableCount, 2);
  const [step] = await stage.steps(again);
  await stage.start(plan, { executable: plan, executionPlanId: again, stepId: step.executionId, rerunOnlyFailedTasks: true });
  assert.deepEqual(await stage.drain(), [[bad], [e]], 'a repeated execution can be repeated');
  await stage.start(plan, { ...body, rerunOnlyFailedTasks: false });
  assert.equal((await stage.drain())[0]?.length, 3);
});

test('plan-executions.rerun.only-failed: a step that was terminated', async () => {
  const stage = await createStage(server);
  const [succeeding = '', terminated = ''] = await stage.tasks(2);
  const plan = await stage.plan([{ tasks: [succeeding, terminated], condition: 'AT_LEAST_ONE_SUCCEEDED' }]);
  const rerun = async (id: string) => {
    const [step] = await stage.steps(id);
    await stage.start(plan, { executionPlanId: id, stepId: step.executionId, rerunOnlyFailedTasks: true });
    return stage.drain();
  };
  const id = await stage.start(plan);
  const claimed = await stage.claimAll();
  await stage.finish(claimed.filter(({ taskId }) => taskId === succeeding));
  await stage.end(id);
  await stage.finish(
    claimed.filter(({ taskId }) => taskId === terminated),
    { [terminated]: 'EXECUTION_TERMINATED' },
  );
  assert.equal(await stage.status(id), 'EXECUTION_TERMINATED');
  assert.deepEqual(await rerun(id), [[terminated]]);

  const whole = await stage.start(plan);
  const held = await stage.claimAll();
  await stage.end(whole);
  await stage.finish(held);
  assert.equal(await stage.status(whole), 'EXECUTION_TERMINATED');
  assert.deepEqual(await rerun(whole), [], 'no task is left to run');
  const { items } = (await call('GET /processing/executables/plans/{planId}/executions', { path: { planId: plan }, query: { limit: 1 } }))
    .body;
  assert.equal(items[0].executionStatus, 'EXECUTION_SUCCESS');
});

test('plan-executions.rerun.fields', async () => {
  const { id, second, body } = await createFailed();
  const { executable } = body;
  for (const more of [
    { executionPlanId: id },
    { stepId: second.executionId },
    { rerunOnlyFailedTasks: true },
    { executionPlanId: id, rerunOnlyFailedTasks: true },
    { stepId: second.executionId, rerunOnlyFailedTasks: true },
    { executionPlanId: 'last', stepId: second.executionId },
  ])
    await leavesNothing(server, ROUTE, { body: { executable, ...more } }, 400, 'malformed_request', ...TABLES);
  const none = { executionPlanId: null, stepId: null, rerunOnlyFailedTasks: null };
  assert.equal((await call(ROUTE, { body: { executable, ...none } })).status, 201);
});

test('plan-executions.rerun.unknown', async () => {
  const { stage, plan, id, second, body } = await createFailed();
  const other = await createFailed();
  const handler = (await stage.errorHandler(id, second.executionId)).body.executionId;
  for (const changes of [
    { executionPlanId: newId() },
    { stepId: newId() },
    { executionPlanId: other.id, stepId: other.second.executionId },
    { stepId: other.second.executionId },
    { stepId: handler },
    { stepId: second.id },
  ])
    await leavesNothing(server, ROUTE, { body: { ...body, ...changes } }, 404, 'not_found', ...TABLES);
  assert.equal((await call(ROUTE, { body: { ...body, executable: plan } })).status, 201);
});

test('plan-executions.rerun.failed', async () => {
  const { stage, plan, first, body } = await createFailed();
  const refuse = (sent: object) => leavesNothing(server, ROUTE, { body: sent }, 422, 'execution_not_failed', ...TABLES);
  assert.match((await refuse({ ...body, stepId: first.executionId })).body.message, /did not fail/);
  const running = await stage.start(plan, body);
  const [step] = await stage.steps(running);
  const again = { executable: plan, executionPlanId: running, stepId: step.executionId };
  assert.match((await refuse(again)).body.message, /still runs/);
  await stage.drain();
  await refuse(again);
});

test('plan-executions.rerun.age', async () => {
  const { id, body } = await createFailed();
  const move = (days: number) =>
    platform.db.writer.rows(sql`
      update plan_execution
      set started_at = now() - make_interval(secs => ${days * 86_400})
      where id = ${id}`);
  await move(60.01);
  const { body: refusal } = await leavesNothing(server, ROUTE, { body }, 422, 'execution_too_old', ...TABLES);
  assert.match(refusal.message, /60 days/);
  await move(59.9);
  assert.equal((await call(ROUTE, { body })).status, 201);
});

test('plan-executions.rerun.deleted', async () => {
  const { stage, plan, body, tasks } = await createFailed();
  const edited = stage.planBody([{ tasks: [tasks.a] }]);
  await call('PUT /orchestration/executables/plans/{planId}', { path: { planId: plan }, body: edited });
  assert.equal((await call('DELETE /orchestration/executables/tasks/{taskId}', { path: { taskId: tasks.e } })).status, 204);
  const { body: refusal } = await leavesNothing(server, ROUTE, { body }, 422, 'execution_outdated', ...TABLES);
  assert.ok(refusal.message.includes(tasks.e), refusal.message);
});

test('a rerun needs the right to start the plan, and is refused while the plan is paused', async () => {
  const { stage, plan, body, tasks } = await createFailed();
  const otherWorkspace = await make.workspace({ environment: stage.workspace.environment });
  const rights = { [stage.workspace.id]: ['VIEW'], [otherWorkspace.id]: ['VIEW'] } as const;
  const user = await make.user({ permissions: ['SVC_OPERATOR'], rights });
  assertRefused(await call(ROUTE, { token: user.token, body }), 403, 'right_missing');
  const pause = (on: boolean) =>
    call('PUT /orchestration/executables/plans/{planId}/pause', { path: { planId: plan }, body: { pause: on } });
  await pause(true);
  await leavesNothing(server, ROUTE, { body }, 405, 'plan_paused', ...TABLES);
  await pause(false);
  await platform.db.writer.rows(sql`
    delete from task_run_config
    where task_id = ${tasks.a}`);
  assert.equal((await call(ROUTE, { body })).status, 201, 'a task that is not repeated need not be configured');
});
