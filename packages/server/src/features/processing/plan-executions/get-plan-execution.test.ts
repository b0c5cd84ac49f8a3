import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { createStage } from '../../../../test/support/plan-runs.ts';
import { requiresOneOf, assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'GET /processing/executions/plans/{planExecutionId}';
const STEPS = 'GET /processing/executions/plans/{planExecutionId}/steps';
const STEP = 'GET /processing/executions/plans/{planExecutionId}/steps/{stepExecutionId}';
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make } = server;

/** Creates a plan execution that waits in its second step, which has a task of another workspace. */
async function createHalfway() {
  const stage = await createStage(server);
  const otherWorkspace = await make.workspace({ environment: stage.workspace.environment });
  const [first = '', second = ''] = (await stage.tasks(2)).toSorted();
  const otherTask = (await make.task({ workspace: otherWorkspace.id })).id;
  const id = await stage.start(await stage.plan([{ tasks: [first, otherTask] }, { tasks: [second, first, otherTask] }]));
  await stage.finish(await stage.claimAll());
  const claimed = await stage.claimAll();
  await stage.finish(claimed.filter(({ taskId }) => taskId !== second));
  const steps = await stage.steps(id);
  const path = { planExecutionId: id, stepExecutionId: steps[1].executionId };
  return { stage, otherWorkspace, id, first, second, otherTask, steps, path };
}

test('plan-executions.get.counts', async () => {
  const { stage, id } = await createHalfway();
  const { plannedExecutableCount, doneExecutableCount, doneExecutableDetails, finishTimestamp } = await stage.read(id);
  assert.deepEqual([plannedExecutableCount, doneExecutableCount, doneExecutableDetails.length, finishTimestamp], [5, 4, 4, null]);
  const { items } = (await call('GET /processing/executables/plans/executions', { query: { workspaceId: stage.workspace.id } })).body;
  assert.deepEqual([items[0].plannedExecutableCount, items[0].doneExecutableCount], [5, 4]);
});

test('plan-executions.get.details', async () => {
  const { stage, otherWorkspace, id, first, otherTask } = await createHalfway();
  const { doneExecutableDetails: details } = await stage.read(id);
  assert.deepEqual(details.map((detail: { jobId: string }) => detail.jobId).toSorted(), [first, first, otherTask, otherTask].toSorted());
  for (const detail of details) {
    const { body } = await call('GET /processing/executions/{executionId}', { path: { executionId: detail.executionId } });
    assert.deepEqual(detail, body);
  }
  const { token } = await make.user({ rights: { [stage.workspace.id]: ['VIEW'] } });
  const { body } = await call(ROUTE, { token, path: { planExecutionId: id } });
  assert.deepEqual(
    body.doneExecutableDetails.map((detail: { jobId: string }) => detail.jobId),
    [first, first],
  );
  assert.equal(body.doneExecutableCount, 4, 'executions that the caller may not see are counted');
  const other = await make.user({ rights: { [otherWorkspace.id]: ['VIEW'] } });
  assertRefused(await call(ROUTE, { token: other.token, path: { planExecutionId: id } }), 404, 'not_found');
});

test('plan-executions.get.right', async () => {
  const { stage, path } = await createHalfway();
  const needs = { workspace: stage.workspace.id, right: 'VIEW' } as const;
  for (const route of [ROUTE, STEPS, STEP]) await requiresOneOf(server, needs, (token) => call(route, { token, path }), 200);
  for (const planExecutionId of [newId(), path.stepExecutionId]) {
    assertRefused(await call(ROUTE, { path: { planExecutionId } }), 404, 'not_found');
    assertRefused(await call(STEPS, { path: { planExecutionId } }), 404, 'not_found');
    assertRefused(await call(STEP, { path: { ...path, planExecutionId } }), 404, 'not_found');
  }
  for (const stepExecutionId of [newId(), path.planExecutionId])
    assertRefused(await call(STEP, { path: { ...path, stepExecutionId } }), 404, 'not_found');
  assertRefused(await call(STEP, { path: { ...path, stepExecutionId: (await createHalfway()).path.stepExecutionId } }), 404, 'not_found');
});

test('plan-executions.steps.order', async () => {
  const { stage, id, steps } = await createHalfway();
  const planId = (await stage.read(id)).planId;
  const { chart } = (await call('GET /orchestration/executables/plans/{planId}', { path: { planId } })).body;
  assert.deepEqual(
    steps.map((step: { id: string; executionStatus: string }) => [step.id, step.executionStatus]),
    [
      [chart.id, 'EXECUTION_SUCCESS'],
      [chart.nextStep.id, 'STARTED'],
    ],
  );
  assert.deepEqual(Object.keys(steps[0]).toSorted(), ['executionId', 'executionStatus', 'finishTimestamp', 'id', 'startTimestamp']);
  assert.deepEqual([steps[0].finishTimestamp === null, steps[1].finishTimestamp], [false, null]);
});

test('plan-executions.steps.details', async () => {
  const { stage, steps, path, id, first, otherTask } = await createHalfway();
  const { doneTaskExecutableDetails: tasks, ...rest } = (await stage.step(id, path.stepExecutionId)).body;
  assert.deepEqual(rest, { ...steps[1], plannedExecutableCount: 3, doneExecutableCount: 2, donePlanExecutableDetails: [] });
  assert.deepEqual(tasks.map((detail: { jobId: string }) => detail.jobId).toSorted(), [first, otherTask].toSorted());
});

test('the history of a plan can be read after the plan and its tasks were deleted', async () => {
  const stage = await createStage(server);
  const tasks = await stage.tasks(1);
  const planId = await stage.plan([{ tasks }]);
  const id = await stage.start(planId);
  await stage.drain();
  const before = [await stage.read(id), await stage.steps(id)];
  assert.equal((await call('DELETE /orchestration/executables/plans/{planId}', { path: { planId } })).status, 204);
  assert.equal((await call('DELETE /orchestration/executables/tasks/{taskId}', { path: { taskId: tasks[0] ?? '' } })).status, 204);
  assert.deepEqual([await stage.read(id), await stage.steps(id)], before);
});
