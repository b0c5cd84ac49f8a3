import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { requiresOneOf, changesRows, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'DELETE /orchestration/schedules/{scheduleId}/triggers';
const server = await startTestServer();
const { call, make } = server;

test('a trigger is removed, and the schedule stays', async () => {
  const { id } = await make.schedule();
  await changesRows(server, { schedule: 0, time_trigger: -1 }, async () => {
    assert.equal((await call(ROUTE, { path: { scheduleId: id }, query: { name: 'noon' } })).status, 204);
  });
});

test('schedules.remove.trigger', async () => {
  const { id } = await make.schedule();
  await leavesNothing(server, ROUTE, { path: { scheduleId: id }, query: { name: 'midnight' } }, 404, 'not_found', 'time_trigger');
  await leavesNothing(server, ROUTE, { path: { scheduleId: newId() }, query: { name: 'noon' } }, 404, 'not_found', 'time_trigger');
  await leavesNothing(server, ROUTE, { path: { scheduleId: id } }, 400, 'malformed_request', 'time_trigger');
});

test('removing needs SVC_OPERATOR and EXECUTE', async () => {
  const workspace = await make.workspace();
  const { id } = await make.schedule({ environment: workspace.environment });
  const needs = { workspace: workspace.id, permission: 'SVC_OPERATOR', right: 'EXECUTE' } as const;
  await requiresOneOf(server, needs, (token) => call(ROUTE, { token, path: { scheduleId: id }, query: { name: 'noon' } }), 204);
});
