import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { boundSchedule } from '../../../../test/support/bind.ts';
import { requiresOneOf, changesRows, assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'DELETE /orchestration/schedules/{scheduleId}';
const server = await startTestServer();
const { call, make } = server;

test('deletes a schedule with its triggers', async () => {
  const { id } = await make.schedule();
  await changesRows(server, { schedule: -1, time_trigger: -1, environment: 0 }, async () => {
    assert.equal((await call(ROUTE, { path: { scheduleId: id } })).status, 204);
  });
  assertRefused(await call(ROUTE, { path: { scheduleId: id } }), 404, 'not_found');
});

test('schedules.delete.use', async () => {
  const task = await make.task();
  const { id } = await boundSchedule(server, task);
  await leavesNothing(server, ROUTE, { path: { scheduleId: id } }, 409, 'schedule_in_use', 'schedule', 'time_trigger');
});

test('deleting needs SVC_OPERATOR and EXECUTE on a workspace of the environment', async () => {
  const workspace = await make.workspace();
  const { id } = await make.schedule({ environment: workspace.environment });
  const needs = { workspace: workspace.id, permission: 'SVC_OPERATOR', right: 'EXECUTE' } as const;
  await requiresOneOf(server, needs, (token) => call(ROUTE, { token, path: { scheduleId: id } }), 204);
});

test('the schedules of an environment are deleted with it', async () => {
  const { environment } = await make.schedule({ environment: await make.environment() });
  await changesRows(server, { schedule: -1, time_trigger: -1 }, async () => {
    assert.equal((await call('DELETE /orchestration/environments/{Id}', { path: { Id: environment } })).status, 204);
  });
});

test('an unknown schedule is not found', async () => {
  assertRefused(await call(ROUTE, { path: { scheduleId: newId() } }), 404, 'not_found');
});
