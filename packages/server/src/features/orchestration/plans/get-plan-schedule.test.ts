import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { boundToPlan } from '../../../../test/support/bind.ts';
import { requiresOneOf, assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'GET /orchestration/executables/plans/{planId}/schedule';
const server = await startTestServer();
const { call, make } = server;
const workspace = await make.workspace();
const { environment } = workspace;

test('answers the same schedule as reading it by its id', async () => {
  const plan = await make.plan({ workspace: workspace.id });
  const { id } = await boundToPlan(server, plan.id, { environment, description: 'Nightly' });
  const { status, body } = await call(ROUTE, { path: { planId: plan.id } });
  assert.equal(status, 200);
  assert.deepEqual([body.id, body.executableId, body.executableType], [id, plan.id, 'PLAN']);
  assert.deepEqual(body, (await call('GET /orchestration/schedules/{scheduleId}', { path: { scheduleId: id } })).body);
});

test('plans.schedule.missing', async () => {
  const plan = await make.plan({ workspace: workspace.id });
  assertRefused(await call(ROUTE, { path: { planId: plan.id } }), 404, 'not_found');
  assertRefused(await call(ROUTE, { path: { planId: newId() } }), 404, 'not_found');
});

test('reading the schedule of a plan needs VIEW', async () => {
  const plan = await make.plan({ workspace: workspace.id });
  await boundToPlan(server, plan.id, { environment });
  await requiresOneOf(
    server,
    { workspace: workspace.id, right: 'VIEW' },
    (token) => call(ROUTE, { token, path: { planId: plan.id } }),
    200,
  );
});
