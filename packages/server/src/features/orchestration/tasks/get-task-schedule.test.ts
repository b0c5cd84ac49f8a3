import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { boundSchedule } from '../../../../test/support/bind.ts';
import { requiresOneOf, assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'GET /orchestration/executables/tasks/{taskId}/schedule';
const server = await startTestServer();
const { call, make } = server;

test('answers the same schedule as reading it by its id', async () => {
  const task = await make.task();
  const { id } = await boundSchedule(server, task, { description: 'Nightly' });
  const { status, body } = await call(ROUTE, { path: { taskId: task.id } });
  assert.equal(status, 200);
  assert.deepEqual([body.id, body.executableId, body.executableType], [id, task.id, 'TASK']);
  assert.deepEqual(body, (await call('GET /orchestration/schedules/{scheduleId}', { path: { scheduleId: id } })).body);
});

test('tasks.schedule.missing', async () => {
  const task = await make.task();
  assertRefused(await call(ROUTE, { path: { taskId: task.id } }), 404, 'not_found');
  assertRefused(await call(ROUTE, { path: { taskId: newId() } }), 404, 'not_found');
});

test('reading the schedule of a task needs VIEW', async () => {
  const task = await make.task();
  await boundSchedule(server, task);
  await requiresOneOf(
    server,
    { workspace: task.workspace, right: 'VIEW' },
    (token) => call(ROUTE, { token, path: { taskId: task.id } }),
    200,
  );
});
