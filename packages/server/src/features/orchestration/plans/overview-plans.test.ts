import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Schema } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { boundToPlan } from '../../../../test/support/bind.ts';
import { pastPlanExecution } from '../../../../test/support/past-executions.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /orchestration/executables/plans/overview';
const HOUR = 3_600_000;
const server = await startTestServer();
const { call, make } = server;
const workspace = await make.workspace({ environment: await make.environment({ name: 'plans' }) });
const makePlan = (name?: string) => make.plan({ workspace: workspace.id, ...(name !== undefined && { name }) });

async function read(planIds: readonly string[], token?: string): Promise<Schema<'PlanOverview'>[]> {
  const { status, body } = await call(ROUTE, { body: { planIds: [...planIds] }, ...(token !== undefined && { token }) });
  assert.equal(status, 200, JSON.stringify(body));
  return body.items;
}

test('plans.overview.right', async () => {
  const [seen, hidden] = [await makePlan('b'), await make.plan({ name: 'a' })];
  const viewer = await make.user({ rights: { [seen.workspace]: ['VIEW'] } });
  const ids = [seen.id, hidden.id, newId()];
  assert.deepEqual(await read(ids), [
    { planId: hidden.id, lastRuns: [] },
    { planId: seen.id, lastRuns: [] },
  ]);
  assert.deepEqual(await read(ids, viewer.token), [{ planId: seen.id, lastRuns: [] }]);
  const stranger = await make.user({ tenant: await make.otherTenant() });
  assert.deepEqual(await read(ids, stranger.token), []);
});

test('plans.overview.limit', async () => {
  assertRefused(await call(ROUTE, { body: { planIds: [] } }), 400, 'malformed_request');
  assertRefused(await call(ROUTE, { body: { planIds: Array.from({ length: 101 }, () => newId()) } }), 400, 'malformed_request');
  assert.deepEqual(await read(Array.from({ length: 100 }, () => newId())), []);
});

test('plans.overview.runs', async () => {
  const [plan, other] = [await makePlan(), await makePlan()];
  const start = Date.now() - 20 * HOUR;
  const at = (run: number): Date => new Date(start + run * HOUR);
  const ids: string[] = [];
  for (let run = 0; run < 12; run += 1)
    ids.push(await pastPlanExecution(server, plan, { startedAt: at(run), ...(run === 11 && { status: 'STARTED' }) }));
  await pastPlanExecution(server, plan, { startedAt: new Date(Date.now() - 61 * 24 * HOUR) });
  const missed = await pastPlanExecution(server, other, { startedAt: at(0), status: 'EXECUTION_MISFIRED' });

  const runsOf = new Map((await read([plan.id, other.id])).map(({ planId, lastRuns }) => [planId, lastRuns]));
  assert.deepEqual(
    runsOf.get(plan.id)?.map(({ executionId }) => executionId),
    ids.toReversed().slice(0, 10),
  );
  assert.deepEqual(runsOf.get(plan.id)?.slice(0, 2), [
    { executionId: ids[11], executionStatus: 'STARTED', startTimestamp: at(11).toISOString() },
    {
      executionId: ids[10],
      executionStatus: 'EXECUTION_SUCCESS',
      startTimestamp: at(10).toISOString(),
      finishTimestamp: at(10).toISOString(),
    },
  ]);
  assert.deepEqual(
    runsOf.get(other.id)?.map(({ executionId, executionStatus }) => [executionId, executionStatus]),
    [[missed, 'EXECUTION_MISFIRED']],
  );
});

test('plans.overview.next', async () => {
  const [unplanned, planned, scheduled] = [await makePlan(), await makePlan(), await makePlan()];
  const daily = { type: 'DAILY', interval: 1, startDate: '2026-01-01', startTime: '06:30', timeZone: 'UTC' };
  const path = { planId: planned.id };
  const set = await call('PUT /orchestration/executables/plans/{planId}/run-config', { path, body: { trigger: daily } });
  assert.equal(set.status, 200, JSON.stringify(set.body));
  await boundToPlan(server, scheduled.id, { environment: workspace.environment, triggers: [{ ...daily, name: 'daily' }] });
  const next = async (): Promise<Map<string, string | undefined>> =>
    new Map((await read([unplanned.id, planned.id, scheduled.id])).map(({ planId, nextStart }) => [planId, nextStart]));
  const before = await next();
  assert.equal(before.get(unplanned.id), undefined);
  assert.match(before.get(planned.id) ?? '', /T06:30:00.000Z$/);
  assert.ok(Date.parse(before.get(scheduled.id) ?? '') > Date.now());
  await call('PUT /orchestration/executables/plans/{planId}/pause', { path, body: { pause: true } });
  assert.equal((await next()).get(planned.id), undefined);
});
