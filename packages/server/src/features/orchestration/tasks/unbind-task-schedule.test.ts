import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { boundSchedule } from '../../../../test/support/bind.ts';
import { requiresOneOf, changesRows, assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'DELETE /orchestration/executables/tasks/{taskId}/schedule';
const server = await startTestServer();
const { call, make } = server;

test('tasks.schedule.unbind', async () => {
  const task = await make.task();
  const { id } = await boundSchedule(server, task);
  await changesRows(server, { schedule: 0, time_trigger: 0 }, async () => {
    assert.equal((await call(ROUTE, { path: { taskId: task.id } })).status, 204);
  });
  const { body } = await call('GET /orchestration/schedules/{scheduleId}', { path: { scheduleId: id } });
  assert.deepEqual(Object.keys(body), ['id', 'triggers', 'environmentId']);
  assertRefused(await call(ROUTE, { path: { taskId: task.id } }), 404, 'not_found');
  assertRefused(await call(ROUTE, { path: { taskId: newId() } }), 404, 'not_found');
  assert.equal((await call('DELETE /orchestration/schedules/{scheduleId}', { path: { scheduleId: id } })).status, 204);
});

test('tasks.schedule.right', async () => {
  const task = await make.task();
  await boundSchedule(server, task);
  const needs = { workspace: task.workspace, permission: 'SVC_OPERATOR', right: 'EXECUTE' } as const;
  await requiresOneOf(server, needs, (token) => call(ROUTE, { token, path: { taskId: task.id } }), 204);
});
