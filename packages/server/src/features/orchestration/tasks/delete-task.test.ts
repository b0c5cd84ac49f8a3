import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { standInEngine } from '../../../../test/support/engine.ts';
import { explanationsOf } from '../../../../test/support/explanations.ts';
import { createStage } from '../../../../test/support/plan-runs.ts';
import { requiresOneOf, changesRows, assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'DELETE /orchestration/executables/tasks/{taskId}';
const server = await startTestServer();
const { call, make } = server;
const { first } = explanationsOf(server);

const run = async (executable: string): Promise<string> =>
  (await call('POST /processing/executions', { body: { executable } })).body.executionId;
const execution = async (executionId: string) => (await call('GET /processing/executions/{executionId}', { path: { executionId } })).body;

test('deletes a task with its run configuration', async () => {
  const task = await make.task();
  await changesRows(server, { task: -1, task_run_config: -1, artifact_version: 0, workspace: 0 }, async () => {
    assert.equal((await call(ROUTE, { path: { taskId: task.id } })).status, 204);
  });
  assertRefused(await call(ROUTE, { path: { taskId: task.id } }), 404, 'not_found');
});

test('tasks.create.right: deleting needs AUTHOR and SVC_OPERATOR', async () => {
  const task = await make.task();
  const needs = { workspace: task.workspace, permission: 'SVC_OPERATOR', right: 'AUTHOR' } as const;
  await requiresOneOf(server, needs, (token) => call(ROUTE, { token, path: { taskId: task.id } }), 204);
});

test('tasks.delete.running', async () => {
  const task = await make.task();
  const path = { taskId: task.id };
  await run(task.id);
  await leavesNothing(server, ROUTE, { path }, 409, 'task_running', 'task', 'task_run_config', 'task_execution');
  await leavesNothing(server, ROUTE, { path, query: { terminateExecutions: false } }, 409, 'task_running', 'task', 'task_run_config');

  const engine = await standInEngine(server, task.environment);
  const lease = await engine.claimOne();
  await leavesNothing(server, ROUTE, { path }, 409, 'task_running', 'task');
  await engine.start(lease);
  await leavesNothing(server, ROUTE, { path }, 409, 'task_running', 'task');
  await call('DELETE /processing/executions/{executionId}', { path: { executionId: lease.executionId } });
  await leavesNothing(server, ROUTE, { path }, 409, 'task_running', 'task');
  await engine.finish(lease, { outcome: 'EXECUTION_TERMINATED' });
  assert.equal((await call(ROUTE, { path })).status, 204);
});

test('tasks.delete.plan', async () => {
  const task = await make.task();
  const hidden = await make.workspace({ environment: task.environment });
  const plans = [
    await make.plan({ workspace: task.workspace, name: 'Nightly', steps: [[task.id], [task.id]] }),
    await make.plan({ workspace: hidden.id, name: 'Out of sight', handler: { tasks: [task.id] } }),
  ];
  const { token } = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [task.workspace]: ['AUTHOR'] } });
  await run(task.id);
  const sent = { token, path: { taskId: task.id }, query: { terminateExecutions: true } };
  const tables = ['task', 'task_run_config', 'plan_step_task'];
  const { body } = await leavesNothing(server, ROUTE, sent, 409, 'task_in_use', ...tables);
  assert.match(body.message, /: 'Nightly', 1 more\./);
  assertRefused(await call(ROUTE, { path: { taskId: task.id } }), 409, 'task_running');
  for (const { id } of plans) await call('DELETE /orchestration/executables/plans/{planId}', { path: { planId: id } });
  assert.equal((await call(ROUTE, sent)).status, 204);
});

test('tasks.delete.plan: a plan that names the task at the same time is created first, or is refused', async () => {
  for (let round = 0; round < 5; round += 1) {
    const task = await make.task();
    const body = { name: 'Names it', workspaceId: task.workspace, steps: [{ name: 'a', taskIds: [task.id] }] };
    const [named, gone] = await Promise.all([
      call('POST /orchestration/executables/plans', { body }),
      call(ROUTE, { path: { taskId: task.id } }),
    ]);
    assert.ok(['201 409', '400 204'].includes(`${named.status} ${gone.status}`), `${named.status} ${gone.status}`);
  }
});

test('tasks.delete.plan-running', async () => {
  const stage = await createStage(server);
  const [first = '', later = '', deep = '', other = ''] = await stage.tasks(4);
  const handler = await stage.plan([{ tasks: [deep] }]);
  const plan = await stage.plan([{ tasks: [first] }, { tasks: [later], handler: { plans: [handler] } }]);
  const id = await stage.start(plan);
  for (const planId of [plan, handler]) {
    const body = stage.planBody([{ tasks: [other] }]);
    await call('PUT /orchestration/executables/plans/{planId}', { path: { planId }, body });
  }
  for (const taskId of [later, deep]) {
    const sent = { path: { taskId }, query: { terminateExecutions: true } };
    const { body } = await leavesNothing(server, ROUTE, sent, 409, 'task_in_use', 'task', 'task_execution', 'live_execution');
    assert.match(body.message, /^1 plan execution that may run the task must end first/);
  }
  await stage.end(id);
  for (const taskId of [later, deep]) assert.equal((await call(ROUTE, { path: { taskId } })).status, 204);
});

test('tasks.delete.terminate', async () => {
  const task = await make.task();
  const engine = await standInEngine(server, task.environment);
  await run(task.id);
  const lease = await engine.claimOne();
  await engine.start(lease);
  const waiting = await run(task.id);

  const { id: accountId, token } = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [task.workspace]: ['AUTHOR'] } });
  assert.equal((await call(ROUTE, { token, path: { taskId: task.id }, query: { terminateExecutions: true } })).status, 204);
  assertRefused(await call('GET /orchestration/executables/tasks/{taskId}', { path: { taskId: task.id } }), 404, 'not_found');
  assert.equal((await execution(waiting)).executionStatus, 'EXECUTION_TERMINATED');
  assert.equal((await execution(lease.executionId)).executionStatus, 'STOPPING_FLOW_EXECUTION');
  const { executions, stop } = await engine.claim({ running: [lease] });
  assert.deepEqual([executions, stop], [[], [lease.executionId]]);
  assert.deepEqual(await engine.finish(lease, { outcome: 'EXECUTION_TERMINATED' }), []);
  assert.equal((await execution(lease.executionId)).status, 'terminated');
  // task-executions.end.account
  for (const id of [waiting, lease.executionId]) assert.equal((await first(id)).evidence.endRequest?.accountId, accountId);
});

test('tasks.delete.history', async () => {
  const task = await make.task();
  const engine = await standInEngine(server, task.environment);
  await run(task.id);
  const lease = await engine.claimOne();
  await engine.log(lease, ['kept']);
  await engine.finish(lease);
  assert.equal((await call(ROUTE, { path: { taskId: task.id } })).status, 204);

  assert.equal((await execution(lease.executionId)).jobId, task.id);
  const { body } = await call('GET /processing/executables/tasks/executions', { query: { workspaceId: task.workspace } });
  assert.deepEqual(
    body.items.map((item: { executionId: string }) => item.executionId),
    [lease.executionId],
  );
  const log = await call('GET /monitoring/executions/{id}/logs', { path: { id: lease.executionId } });
  assert.equal(log.body.data[0].logMessage, 'kept');
});

test('an unknown task is not found', async () => {
  assertRefused(await call(ROUTE, { path: { taskId: newId() } }), 404, 'not_found');
});
