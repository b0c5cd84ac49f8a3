import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { boundToPlan } from '../../../../test/support/bind.ts';
import { daily, firingOf } from '../../../../test/support/firing.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make, platform } = server;
const { fireAt } = firingOf(server);

const DAY = 86_400_000;

/** Creates a plan of one task with a daily schedule. */
async function schedulePlan() {
  const task = await make.task();
  const plan = await make.plan({ workspace: task.workspace, steps: [[task.id]] });
  await boundToPlan(server, plan.id, { environment: task.environment, triggers: [daily('a')] });
  const { at } = await platform.db.reader.only<{ at: Date }>(sql`
    select g.next_at as at
    from time_trigger g
    join schedule s on s.id = g.schedule_id
    where s.plan_id = ${plan.id}`);
  return { task, plan, at };
}
const runsOf = async (planId: string) =>
  (await call('GET /processing/executables/plans/{planId}/executions', { path: { planId } })).body.items;

test('schedules.fire.once: a plan', async () => {
  const { task, plan, at } = await schedulePlan();
  const results = await Promise.all([1, 2, 3].map(() => fireAt(at)));
  assert.equal(
    results.reduce((sum, { fired }) => sum + fired, 0),
    1,
  );
  const [run, ...more] = await runsOf(plan.id);
  assert.deepEqual([run.status, run.executionType, more], ['executing', 'SCHEDULED', []]);
  const { body } = await call('GET /processing/executables/tasks/{taskId}/executions', { path: { taskId: task.id } });
  assert.deepEqual([body.total, body.items[0].executionType, body.items[0].planId], [1, 'PLAN', run.executionId]);
  assert.deepEqual(
    await platform.db.reader.rows(sql`select due_at, execution_id from fired_instant where execution_id = ${run.executionId}`),
    [{ due_at: at, execution_id: run.executionId }],
  );
});

test('schedules.fire.once: a plan that cannot begin also leaves a record', async () => {
  const { plan, at } = await schedulePlan();
  await call('PUT /orchestration/executables/plans/{planId}/pause', { path: { planId: plan.id }, body: { pause: true } });
  await fireAt(at);
  await call('PUT /orchestration/executables/plans/{planId}/pause', { path: { planId: plan.id }, body: { pause: false } });
  await fireAt(new Date(at.getTime() + DAY + 11 * 60_000));
  const runs = await runsOf(plan.id);
  assert.deepEqual(
    runs.map((run: { status: string; misfiredExecutionReason: string }) => [run.status, run.misfiredExecutionReason]).toSorted(),
    [
      ['execution_misfired', 'PLAN_EXECUTIONS_PAUSED'],
      ['execution_misfired', 'UNKNOWN'],
    ],
  );
});
