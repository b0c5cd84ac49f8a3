import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { boundSchedule, boundToPlan } from '../../../../test/support/bind.ts';
import { pastExecution, pastPlanExecution } from '../../../../test/support/past-executions.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /monitoring/observability/starts/latest';
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make, platform } = server;

const ago = (hours: number): Date => new Date(Date.now() - hours * 3_600_000);
const TRIGGERS = [{ name: 'yearly', type: 'CRON', cronExpression: '0 6 1 1 ?' }];

const workspace = await make.workspace();
const { environment } = workspace;
const task = await make.task({ workspace: workspace.id, name: 'load' });
const plan = await make.plan({ workspace: workspace.id, name: 'night' });
const ofTask = await boundSchedule(server, task, { triggers: TRIGGERS });
const ofPlan = await boundToPlan(server, plan.id, { environment, triggers: TRIGGERS });
const orphan = await make.schedule({ environment });

const read = async (scheduleIds: readonly string[], token?: string) => {
  const { status, body } = await call(ROUTE, { body: { scheduleIds }, ...(token !== undefined && { token }) });
  assert.equal(status, 200, JSON.stringify(body));
  return body.items;
};

test('starts.latest.ten', async () => {
  const made: string[] = [];
  for (let index = 0; index < 12; index += 1) made.unshift(await pastExecution(server, task, { triggeredAt: ago(20 - index) }));
  const byHand = await pastExecution(server, task, { triggeredAt: ago(1) });
  await platform.db.writer.rows(sql`update task_execution set execution_type = 'MANUAL' where id = ${byHand}`);
  const misfired = await pastPlanExecution(server, plan, { startedAt: ago(3), status: 'EXECUTION_MISFIRED' });

  const [first, second, third] = await read([ofTask.id, ofPlan.id, orphan.id]);
  const executions = (one: { starts: { executionId: string }[] }) => one.starts.map(({ executionId }) => executionId);
  assert.deepEqual(executions(first), made.slice(0, 10));
  assert.deepEqual(executions(second), [misfired]);
  assert.match(first.nextDate, /^\d{4}-01-01T06:00:00\.000Z$/);
  assert.ok(Date.parse(first.nextDate) > Date.now());
  assert.deepEqual(third, { scheduleId: orphan.id, starts: [] });
});

test('starts.latest.visible', async () => {
  const hidden = await boundSchedule(server, await make.task());
  const viewer = await make.user({ rights: { [workspace.id]: ['VIEW'] } });
  const items = await read([newId(), ofPlan.id, hidden.id, ofTask.id, ofPlan.id], viewer.token);
  assert.deepEqual(
    items.map(({ scheduleId }: { scheduleId: string }) => scheduleId),
    [ofPlan.id, ofTask.id],
  );
});

test('starts.latest.pause', async () => {
  const viewer = await make.user({ rights: { [workspace.id]: ['VIEW'] } });
  const executable = async (token?: string) => (await read([ofTask.id], token))[0].executable;
  const pause = (paused: boolean) =>
    call('PUT /orchestration/executables/tasks/{taskId}/pause', { path: { taskId: task.id }, body: { pause: paused } });
  assert.deepEqual(await executable(), { id: task.id, type: 'TASK', name: 'load', isPaused: false, mayPause: true });
  await pause(true);
  assert.deepEqual(await executable(viewer.token), { id: task.id, type: 'TASK', name: 'load', isPaused: true, mayPause: false });
  await pause(false);
});
