import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { boundToPlan } from '../../../../test/support/bind.ts';
import { createStage } from '../../../../test/support/plan-runs.ts';
import { requiresOneOf, changesRows, assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'DELETE /orchestration/executables/plans/{planId}';
const TABLES = ['plan', 'plan_step', 'plan_step_task', 'plan_step_plan'];
const server = await startTestServer();
const { call, make } = server;

const workspace = await make.workspace();
const task = await make.task({ workspace: workspace.id });
const remove = (planId: string) => call(ROUTE, { path: { planId } });

test('deletes a plan with its steps, but not their tasks and plans', async () => {
  const handler = await make.plan({ workspace: workspace.id });
  const { id } = await make.plan({
    workspace: workspace.id,
    steps: [[task.id], [task.id]],
    handler: { tasks: [task.id], plans: [handler.id] },
  });
  await changesRows(server, { plan: -1, plan_step: -2, plan_step_task: -3, plan_step_plan: -1, task: 0 }, async () => {
    const { status, body } = await remove(id);
    assert.deepEqual([status, body], [204, undefined]);
  });
  assertRefused(await remove(id), 404, 'not_found');
  assertRefused(await remove(newId()), 404, 'not_found');
  assertRefused(await remove('x'), 400, 'malformed_request');
});

test('plans.create.right: deleting needs AUTHOR', async () => {
  const { id } = await make.plan({ workspace: workspace.id });
  const needs = { workspace: workspace.id, permission: 'SVC_OPERATOR', right: 'AUTHOR' } as const;
  await requiresOneOf(server, needs, (token) => call(ROUTE, { token, path: { planId: id } }), 204);
});

test('plans.delete.use', async () => {
  const { id } = await make.plan({ workspace: workspace.id });
  const hidden = await make.workspace({ environment: workspace.environment });
  const users = [
    await make.plan({ workspace: workspace.id, name: 'Nightly', handler: { plans: [id] } }),
    await make.plan({ workspace: hidden.id, name: 'Out of sight', handler: { plans: [id] } }),
  ];
  const { token } = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [workspace.id]: ['AUTHOR'] } });
  const sent = { token, path: { planId: id } };
  const { body } = await leavesNothing(server, ROUTE, sent, 409, 'plan_in_use', ...TABLES);
  assert.match(body.message, /'Nightly', 1 more/);
  for (const user of users) assert.equal((await remove(user.id)).status, 204);
  assert.equal((await call(ROUTE, sent)).status, 204);
});

test('plans.delete.use: a plan that names it at the same time is created first, or is refused', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = await make.plan({ workspace: workspace.id, steps: [[task.id]] });
    const steps = [{ name: 'a', taskIds: [task.id], handlerOnFailure: { planIds: [id] } }];
    const body = { name: `Names it ${round}`, workspaceId: workspace.id, steps };
    const [named, gone] = await Promise.all([call('POST /orchestration/executables/plans', { body }), remove(id)]);
    assert.ok(['201 409', '400 204'].includes(`${named.status} ${gone.status}`), `${named.status} ${gone.status}`);
  }
});

test('plans.delete.running', async () => {
  const stage = await createStage(server);
  const [bad = '', cure = '', other = ''] = await stage.tasks(3);
  const handler = await stage.plan([{ tasks: [cure] }]);
  const middle = await stage.plan([{ tasks: [bad], handler: { plans: [handler] } }]);
  const plan = await stage.plan([{ tasks: [bad], handler: { plans: [middle] } }]);
  const id = await stage.start(plan);
  const refuse = async (planId: string) => {
    const { body } = await leavesNothing(server, ROUTE, { path: { planId } }, 409, 'plan_running', ...TABLES);
    assert.match(body.message, /^1 plan execution that may run the plan must end first/);
  };
  await refuse(plan);
  for (const planId of [plan, middle]) {
    const body = stage.planBody([{ tasks: [other] }]);
    await call('PUT /orchestration/executables/plans/{planId}', { path: { planId }, body });
  }
  await refuse(handler);
  await refuse(middle);
  await stage.end(id);
  for (const planId of [plan, middle, handler]) assert.equal((await remove(planId)).status, 204);
});

test('plans.delete.schedule', async () => {
  const plan = await make.plan({ workspace: workspace.id });
  const schedule = await boundToPlan(server, plan.id, { environment: workspace.environment });
  const read = async () => (await call('GET /orchestration/schedules/{scheduleId}', { path: { scheduleId: schedule.id } })).body;
  const { executableId, executableType, ...rest } = await read();
  assert.deepEqual([executableId, executableType], [plan.id, 'PLAN']);
  await changesRows(server, { schedule: 0, time_trigger: 0 }, () => remove(plan.id));
  assert.deepEqual(await read(), rest);
});
