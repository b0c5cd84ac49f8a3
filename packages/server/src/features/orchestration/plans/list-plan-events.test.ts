import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { boundToPlan } from '../../../../test/support/bind.ts';
import { requiresOneOf, assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'GET /orchestration/executables/plans/{planId}/run-config/events';
const server = await startTestServer();
const { call, make } = server;
const workspace = await make.workspace();
const { environment } = workspace;

const query = { from: Date.parse('2030-06-01'), to: Date.parse('2030-06-02') };
const list = async (planId: string, more: object = {}) => {
  const { status, body } = await call(ROUTE, { path: { planId }, query: { ...query, ...more } });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};

test('triggers.events.own: of a plan', async () => {
  const own = await make.plan({ workspace: workspace.id });
  const body = { trigger: { type: 'CRON', cronExpression: '0 6,18 * * ?' } };
  await call('PUT /orchestration/executables/plans/{planId}/run-config', { path: { planId: own.id }, body });
  const items = ['2030-06-01T06:00:00.000Z', '2030-06-01T18:00:00.000Z'];
  assert.deepEqual(await list(own.id), { items, limit: 100, offset: 0, total: 2 });
  assert.deepEqual(await list(own.id, { limit: 1, offset: 1 }), { items: items.slice(1), limit: 1, offset: 1, total: 2 });

  const scheduled = await make.plan({ workspace: workspace.id });
  await boundToPlan(server, scheduled.id, { environment });
  assert.deepEqual((await list(scheduled.id)).items, ['2030-06-01T12:00:00.000Z']);
  assert.equal((await list((await make.plan({ workspace: workspace.id })).id)).total, 0);
});

test('refuses an invalid period and an unknown plan, and needs VIEW', async () => {
  const { id } = await make.plan({ workspace: workspace.id });
  const ask = (planId: string, period: Record<string, unknown>) => call(ROUTE, { path: { planId }, query: period });
  assertRefused(await ask(id, { from: 2, to: 1 }), 400, 'period_reversed');
  assertRefused(await ask(id, { from: 0, to: query.to }), 400, 'period_too_long');
  assertRefused(await ask(id, {}), 400, 'malformed_request');
  assertRefused(await ask(newId(), query), 404, 'not_found');
  await requiresOneOf(
    server,
    { workspace: workspace.id, right: 'VIEW' },
    (token) => call(ROUTE, { token, path: { planId: id }, query }),
    200,
  );
});
