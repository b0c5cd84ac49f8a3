import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { createStage } from '../../../../test/support/plan-runs.ts';
import { requiresOneOf, assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'GET /processing/executions/plans/{planExecutionId}/steps/{stepExecutionId}/error-handler';
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make } = server;

test('plan-executions.run.error-handler', async () => {
  const stage = await createStage(server);
  const [bad = '', handlerTask = '', note = '', never = '', inner = '', last = ''] = await stage.tasks(6);
  const handler = await stage.plan([{ tasks: [inner] }, { tasks: [last] }]);
  const plan = await stage.plan([{ tasks: [bad], handler: { tasks: [handlerTask, note], plans: [handler] } }, { tasks: [never] }]);
  const id = await stage.start(plan);
  const [claimed] = await stage.claimAll();
  assert.ok(claimed);
  await stage.finish([claimed], { [bad]: 'EXECUTION_FAILED' });
  const [step] = await stage.steps(id);
  assert.equal(step.executionStatus, 'EXECUTION_FAILED');
  const { status, errorMessage } = await stage.read(id);
  assert.equal(status, 'executing', 'while its error handler runs');
  assert.match(errorMessage, /'Step 1' failed: of 1 runs 0 succeeded, and all must/);

  assert.deepEqual(await stage.drain(), [[handlerTask, note, inner].toSorted(), [last]]);
  assert.deepEqual([await stage.status(id), await stage.statuses(id)], ['EXECUTION_FAILED', ['EXECUTION_FAILED']]);
  const { body } = await stage.errorHandler(id, step.executionId);
  assert.deepEqual(
    [body.id, body.executionStatus, body.plannedExecutableCount, body.doneExecutableCount],
    [step.id, 'EXECUTION_SUCCESS', 3, 3],
  );
  assert.notEqual(body.executionId, step.executionId);
  assert.deepEqual(
    body.doneTaskExecutableDetails.map((detail: { jobId: string }) => detail.jobId).toSorted(),
    [handlerTask, note].toSorted(),
  );
  const [child] = body.donePlanExecutableDetails;
  assert.deepEqual(
    [child.planId, child.executionType, child.executionStatus, child.plannedExecutableCount, 'apiVersion' in child],
    [handler, 'PLAN', 'EXECUTION_SUCCESS', 2, false],
  );
  assert.deepEqual((await stage.read(child.executionId)).doneExecutableCount, 2);
  assert.equal((await stage.read(id)).doneExecutableCount, 1, 'the executions of error handlers are not counted with the steps');
});

test('plan-executions.run.error-handler: only the error handler of the failed step runs, and it may fail', async () => {
  const stage = await createStage(server);
  const [fine = '', bad = '', handlerTask = ''] = await stage.tasks(3);
  const id = await stage.start(
    await stage.plan([
      { tasks: [fine], handler: { tasks: [bad] } },
      { tasks: [bad], handler: { tasks: [handlerTask] } },
    ]),
  );
  const outcomes = { [bad]: 'EXECUTION_FAILED', [handlerTask]: 'EXECUTION_FAILED' } as const;
  assert.deepEqual(await stage.drain(outcomes), [[fine], [bad], [handlerTask]]);
  const [first, second] = await stage.steps(id);
  assertRefused(await stage.errorHandler(id, first.executionId), 404, 'not_found');
  assert.equal((await stage.errorHandler(id, second.executionId)).body.executionStatus, 'EXECUTION_FAILED');
  assert.equal(await stage.status(id), 'EXECUTION_FAILED');
});

test('plan-executions.run.error-handler: plans in error handlers of plans', async () => {
  const stage = await createStage(server);
  const [a = '', b = '', c = ''] = await stage.tasks(3);
  const third = await stage.plan([{ tasks: [c] }]);
  const second = await stage.plan([{ tasks: [b], handler: { plans: [third] } }]);
  const id = await stage.start(await stage.plan([{ tasks: [a], handler: { plans: [second] } }]));
  assert.deepEqual(await stage.drain({ [a]: 'EXECUTION_FAILED', [b]: 'EXECUTION_FAILED' }), [[a], [b], [c]]);
  const handlerOf = async (execution: string) => {
    const [step] = await stage.steps(execution);
    const { executionStatus, donePlanExecutableDetails } = (await stage.errorHandler(execution, step.executionId)).body;
    return { executionStatus, child: donePlanExecutableDetails[0] };
  };
  const outer = await handlerOf(id);
  assert.deepEqual([outer.executionStatus, outer.child.planId], ['EXECUTION_FAILED', second]);
  const inner = await handlerOf(outer.child.executionId);
  assert.deepEqual([inner.executionStatus, inner.child.planId], ['EXECUTION_SUCCESS', third]);
});

test('plan-executions.start.misfired', async () => {
  const stage = await createStage(server);
  const [bad = '', held = ''] = await stage.tasks(2);
  const [paused, busy] = [await stage.plan([{ tasks: [held] }]), await stage.plan([{ tasks: [held] }])];
  await call('PUT /orchestration/executables/plans/{planId}/pause', { path: { planId: paused }, body: { pause: true } });
  await stage.start(busy);
  await stage.claimAll();
  const id = await stage.start(await stage.plan([{ tasks: [bad], handler: { plans: [paused, busy] } }]));
  await stage.drain({ [bad]: 'EXECUTION_FAILED' });
  assert.equal(await stage.status(id), 'EXECUTION_FAILED');
  const [step] = await stage.steps(id);
  const { executionStatus, doneExecutableCount, donePlanExecutableDetails } = (await stage.errorHandler(id, step.executionId)).body;
  assert.deepEqual([executionStatus, doneExecutableCount], ['EXECUTION_FAILED', 2]);
  assert.deepEqual(
    donePlanExecutableDetails.map((detail: { planId: string; status: string; misfiredExecutionReason: string }) => [
      detail.planId,
      detail.status,
      detail.misfiredExecutionReason,
    ]),
    [
      [paused, 'execution_misfired', 'PLAN_EXECUTIONS_PAUSED'],
      [busy, 'execution_misfired', 'PARALLEL_EXECUTIONS_FORBIDDEN'],
    ],
  );
});

/** Creates a failed execution of a plan; the error handler runs in another workspace. */
async function createFailed() {
  const stage = await createStage(server);
  const otherWorkspace = await make.workspace({ environment: stage.workspace.environment });
  const [bad = ''] = await stage.tasks(1);
  const handlerTask = await make.task({ workspace: otherWorkspace.id });
  const handler = await make.plan({ workspace: otherWorkspace.id, steps: [[handlerTask.id]] });
  const plan = await stage.plan([{ tasks: [bad], handler: { tasks: [handlerTask.id], plans: [handler.id] } }]);
  const planExecutionId = await stage.start(plan);
  await stage.drain({ [bad]: 'EXECUTION_FAILED' });
  const [{ executionId: stepExecutionId }] = await stage.steps(planExecutionId);
  return { stage, otherWorkspace, path: { planExecutionId, stepExecutionId } };
}

test('plan-executions.steps.no-handler', async () => {
  const { stage, path } = await createFailed();
  assert.equal((await call(ROUTE, { path })).status, 200);
  assertRefused(await call(ROUTE, { path: { ...path, stepExecutionId: newId() } }), 404, 'not_found');
  const other = (await createFailed()).path;
  assertRefused(await call(ROUTE, { path: { ...path, stepExecutionId: other.stepExecutionId } }), 404, 'not_found');
  const { body } = await call(ROUTE, { path });
  assertRefused(await call(ROUTE, { path: { ...path, stepExecutionId: body.executionId } }), 404, 'not_found');
  const id = await stage.start(await stage.plan([{ tasks: await stage.tasks(1) }]));
  const [{ executionId }] = await stage.steps(id);
  assertRefused(await stage.errorHandler(id, executionId), 404, 'not_found');
});

test('plan-executions.get.right: reading an error handler needs VIEW', async () => {
  const { stage, path } = await createFailed();
  await requiresOneOf(server, { workspace: stage.workspace.id, right: 'VIEW' }, (token) => call(ROUTE, { token, path }), 200);
});

test('plan-executions.steps.details: executions that the caller may not see are only counted', async () => {
  const { stage, otherWorkspace, path } = await createFailed();
  const shownTo = async (rights: Record<string, readonly 'VIEW'[]>) => {
    const { token } = await make.user({ rights });
    const { body } = await call(ROUTE, { token, path });
    return [body.doneExecutableCount, body.doneTaskExecutableDetails.length, body.donePlanExecutableDetails.length];
  };
  assert.deepEqual(await shownTo({ [stage.workspace.id]: ['VIEW'] }), [2, 0, 0]);
  assert.deepEqual(await shownTo({ [stage.workspace.id]: ['VIEW'], [otherWorkspace.id]: ['VIEW'] }), [2, 1, 1]);
});
