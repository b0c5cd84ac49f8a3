import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watchEvents } from '../../../../test/support/events.ts';
import { createStage } from '../../../../test/support/plan-runs.ts';
import { startTestServer } from '../../../../test/support/server.ts';

// Without timers, so that only the test runs them.
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call } = server;
const { assertRaisesOne, assertRaises } = await watchEvents(server);
const { id: me } = (await call('GET /account/me')).body;
/** The events of the end of a task. */
const ENDED = ['task.run.finished', 'app.reload.finished'];

test('events.plan-runs.started', async () => {
  const stage = await createStage(server);
  const [task = ''] = await stage.tasks(1);
  const planId = await stage.plan([{ tasks: [task] }]);
  let id = '';
  const event = await assertRaisesOne('plan.run.started', async () => (id = await stage.start(planId)));
  const { startedAt, planName, ...data } = event.data;
  const { environment: environmentId, id: workspaceId } = stage.workspace;
  assert.deepEqual(data, { executionId: id, planId, environmentId, workspaceId });
  assert.ok(startedAt && planName);
  assert.deepEqual([event.resource, event.space, event.owner], [planId, workspaceId, me]);
});

test('events.plan-runs.finished', async () => {
  const stage = await createStage(server);
  const [task = ''] = await stage.tasks(1);
  const planId = await stage.plan([{ tasks: [task] }]);
  const id = await stage.start(planId);
  const claimed = await stage.claimAll();
  const events = await assertRaises([...ENDED, 'plan.run.finished'], () => stage.finish(claimed));
  assert.equal(events[0]?.data.planExecutionId, id, 'the execution of the task names its plan execution');
  assert.deepEqual([events[2]?.data.executionId, events[2]?.data.status], [id, 'ok']);

  await stage.start(planId);
  const failing = await stage.claimAll();
  const failed = await assertRaises([...ENDED, 'plan.run.finished'], () => stage.finish(failing, { [task]: 'EXECUTION_FAILED' }));
  assert.deepEqual([failed[2]?.data.status, failed[2]?.data.executionStatus], ['error', 'EXECUTION_FAILED']);

  const ending = await stage.start(planId);
  const stopped = await assertRaises([...ENDED, 'plan.run.finished'], () =>
    call('DELETE /processing/executions/plans/{planExecutionId}', { path: { planExecutionId: ending } }),
  );
  assert.equal(stopped[2]?.data.executionStatus, 'EXECUTION_TERMINATED');
});

test('events.plan-runs.misfired', async () => {
  const stage = await createStage(server);
  const [task = '', other = ''] = await stage.tasks(2);
  const busy = await stage.plan([{ tasks: [other] }]);
  await stage.start(busy);
  const planId = await stage.plan([{ tasks: [task], handler: { plans: [busy] } }]);
  await stage.start(planId);
  const claimed = (await stage.claimAll()).filter(({ taskId }) => taskId === task);
  const events = await assertRaises([...ENDED, 'plan.run.misfired', 'plan.run.finished', 'plan.run.finished'], () =>
    stage.finish(claimed, { [task]: 'EXECUTION_FAILED' }),
  );
  assert.deepEqual([events[2]?.data.planId, events[2]?.data.reason], [busy, 'PARALLEL_EXECUTIONS_FORBIDDEN']);
  assert.deepEqual([events[3]?.data.planId, events[3]?.data.executionStatus], [busy, 'EXECUTION_MISFIRED']);
});
