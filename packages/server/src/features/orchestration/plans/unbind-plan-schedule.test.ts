import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { boundToPlan } from '../../../../test/support/bind.ts';
import { requiresOneOf, changesRows, assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'DELETE /orchestration/executables/plans/{planId}/schedule';
const server = await startTestServer();
const { call, make } = server;
const workspace = await make.workspace();
const { environment } = workspace;

test('plans.schedule.unbind', async () => {
  const plan = await make.plan({ workspace: workspace.id });
  const { id } = await boundToPlan(server, plan.id, { environment });
  await changesRows(server, { schedule: 0, time_trigger: 0 }, async () => {
    assert.equal((await call(ROUTE, { path: { planId: plan.id } })).status, 204);
  });
  const { body } = await call('GET /orchestration/schedules/{scheduleId}', { path: { scheduleId: id } });
  assert.deepEqual(Object.keys(body), ['id', 'triggers', 'environmentId']);
  assertRefused(await call(ROUTE, { path: { planId: plan.id } }), 404, 'not_found');
  assertRefused(await call(ROUTE, { path: { planId: newId() } }), 404, 'not_found');
  assert.equal((await call('DELETE /orchestration/schedules/{scheduleId}', { path: { scheduleId: id } })).status, 204);
});

test('plans.schedule.right', async () => {
  const plan = await make.plan({ workspace: workspace.id });
  await boundToPlan(server, plan.id, { environment });
  const needs = { workspace: workspace.id, permission: 'SVC_OPERATOR', right: 'EXECUTE' } as const;
  await requiresOneOf(server, needs, (token) => call(ROUTE, { token, path: { planId: plan.id } }), 204);
});
