import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { boundSchedule, boundToPlan } from '../../../../test/support/bind.ts';
import { requiresOneOf, assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'PUT /orchestration/executables/plans/{planId}/schedule';
const server = await startTestServer();
const { call, make } = server;
const workspace = await make.workspace();
const { environment } = workspace;

const bind = (planId: string, scheduleId: string) => call(ROUTE, { path: { planId }, body: { scheduleId } });
const bound = async (scheduleId: string) => {
  const { body } = await call('GET /orchestration/schedules/{scheduleId}', { path: { scheduleId } });
  return [body.executableId, body.executableType];
};

test('triggers.bind.replaces: of a plan', async () => {
  const plan = await make.plan({ workspace: workspace.id });
  const path = { planId: plan.id };
  const config = 'orchestration/executables/plans/{planId}/run-config';
  const body = { trigger: { type: 'CRON', cronExpression: '0 6 * * ?' }, parallelExecutionAllowed: true };
  assert.equal((await call(`PUT /${config}`, { path, body })).status, 200);
  const { id } = await boundToPlan(server, plan.id, { environment });
  assert.deepEqual((await call(`GET /${config}`, { path })).body, { trigger: { type: 'MULTIPLE' }, parallelExecutionAllowed: true });
  assert.deepEqual(await bound(id), [plan.id, 'PLAN']);
});

test('schedules.bind.once: a plan and a task do not share a schedule', async () => {
  const plan = await make.plan({ workspace: workspace.id });
  const task = await make.task({ workspace: workspace.id });
  const ofTask = await boundSchedule(server, task);
  await leavesNothing(server, ROUTE, { path: { planId: plan.id }, body: { scheduleId: ofTask.id } }, 403, 'schedule_in_use', 'schedule');
  const ofPlan = await boundToPlan(server, plan.id, { environment });
  const path = { taskId: task.id };
  const sent = { path, body: { scheduleId: ofPlan.id } };
  assertRefused(await call('PUT /orchestration/executables/tasks/{taskId}/schedule', sent), 403, 'schedule_in_use');
  assert.equal((await bind(plan.id, ofPlan.id)).status, 200);
  assert.deepEqual(await bound(ofPlan.id), [plan.id, 'PLAN']);
  assert.deepEqual(await bound(ofTask.id), [task.id, 'TASK']);
});

test('schedules.bind.once: when a plan and a task bind it at the same time, one is refused', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [plan, task] = [await make.plan({ workspace: workspace.id }), await make.task({ workspace: workspace.id })];
    const { id } = await make.schedule({ environment });
    const statuses = await Promise.all([
      bind(plan.id, id).then(({ status }) => status),
      call('PUT /orchestration/executables/tasks/{taskId}/schedule', { path: { taskId: task.id }, body: { scheduleId: id } }).then(
        ({ status }) => status,
      ),
    ]);
    assert.deepEqual(statuses.toSorted(), [200, 403]);
    assert.deepEqual(await bound(id), statuses[0] === 200 ? [plan.id, 'PLAN'] : [task.id, 'TASK']);
  }
});

test('schedules.bind.replaces: of a plan', async () => {
  const plan = await make.plan({ workspace: workspace.id });
  const [first, second] = [await boundToPlan(server, plan.id, { environment }), await boundToPlan(server, plan.id, { environment })];
  assert.deepEqual(
    [await bound(first.id), await bound(second.id)],
    [
      [undefined, undefined],
      [plan.id, 'PLAN'],
    ],
  );
});

test('plans.schedule.environment', async () => {
  const { id } = await make.plan({ workspace: workspace.id });
  const elsewhere = await make.schedule();
  for (const scheduleId of [elsewhere.id, newId()])
    await leavesNothing(server, ROUTE, { path: { planId: id }, body: { scheduleId } }, 404, 'not_found', 'schedule');
  assertRefused(await bind(id, 'first'), 400, 'malformed_request');
  assertRefused(await bind(newId(), elsewhere.id), 404, 'not_found');
});

test('plans.schedule.right', async () => {
  const { id } = await make.plan({ workspace: workspace.id });
  const schedule = await make.schedule({ environment });
  const needs = { workspace: workspace.id, permission: 'SVC_OPERATOR', right: 'EXECUTE' } as const;
  await requiresOneOf(server, needs, (token) => call(ROUTE, { token, path: { planId: id }, body: { scheduleId: schedule.id } }), 200);
});

test('schedules.1.view: a schedule in action is shown to callers with VIEW on the workspace of its plan', async () => {
  const plan = await make.plan({ workspace: workspace.id });
  const sibling = await make.workspace({ environment });
  const { id } = await boundToPlan(server, plan.id, { environment });
  const read = async (workspaceId: string): Promise<number> => {
    const { token } = await make.user({ rights: { [workspaceId]: ['VIEW'] } });
    return (await call('GET /orchestration/schedules/{scheduleId}', { token, path: { scheduleId: id } })).status;
  };
  assert.deepEqual([await read(workspace.id), await read(sibling.id)], [200, 404]);
});
