import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { pastPlanExecution } from '../../../../test/support/past-executions.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'GET /processing/executables/plans/executions';
const OF_PLAN = 'GET /processing/executables/plans/{planId}/executions';
const DAY = 86_400_000;
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make } = server;

const now = Date.now();
const ago = (days: number): Date => new Date(now - days * DAY);
const north = await make.workspace();
const south = await make.workspace({ environment: north.environment });
const abroad = await make.workspace();
const [first, second, third] = await Promise.all([north, south, abroad].map(({ id }) => make.plan({ workspace: id })));
assert.ok(first && second && third);
const ids = {
  today: await pastPlanExecution(server, first, { startedAt: ago(0.1) }),
  failed: await pastPlanExecution(server, first, { startedAt: ago(3), status: 'EXECUTION_FAILED' }),
  running: await pastPlanExecution(server, second, { startedAt: ago(10), status: 'STARTED' }),
  misfired: await pastPlanExecution(server, third, { startedAt: ago(40), status: 'EXECUTION_MISFIRED' }),
  old: await pastPlanExecution(server, first, { startedAt: ago(59.9), status: 'EXECUTION_TERMINATED' }),
  ancient: await pastPlanExecution(server, first, { startedAt: ago(60.1) }),
};
const nameOf = (id: string): string => Object.entries(ids).find(([, known]) => known === id)?.[0] ?? id;
const namesOf = ({ status, body }: { status: number; body: { total: number; items: { executionId: string }[] } }): string[] => {
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.total, body.items.length);
  return body.items.map((item) => nameOf(item.executionId));
};
const list = async (query: Record<string, unknown> = {}, token?: string): Promise<string[]> =>
  namesOf(await call(ROUTE, { query, ...(token !== undefined && { token }) }));
const listOf = async (planId: string, query: Record<string, unknown> = {}, token?: string): Promise<string[]> =>
  namesOf(await call(OF_PLAN, { path: { planId }, query, ...(token !== undefined && { token }) }));

test('plan-executions.list.days', async () => {
  assert.deepEqual(await list(), ['today', 'failed', 'running', 'misfired', 'old']);
  assert.deepEqual(await listOf(first.id), ['today', 'failed', 'old']);
});

test('plan-executions.limits.days', async () => {
  assert.deepEqual(await list({ lastDays: 1 }), ['today']);
  assert.deepEqual(await list({ lastDays: 11 }), ['today', 'failed', 'running']);
  assert.deepEqual(await listOf(first.id, { lastDays: 4 }), ['today', 'failed']);
  for (const lastDays of [0, 61, 'week']) {
    assertRefused(await call(ROUTE, { query: { lastDays } }), 400, 'malformed_request');
    assertRefused(await call(OF_PLAN, { path: { planId: first.id }, query: { lastDays } }), 400, 'malformed_request');
  }
});

test('plan-executions.list.window', async () => {
  const period = { from: ago(40).getTime(), to: ago(3).getTime() };
  assert.deepEqual(await list(period), ['running', 'misfired'], 'the start belongs to the period, the end does not');
  assert.deepEqual(await list({ from: period.from + 1, to: period.to + 1 }), ['failed', 'running']);
  assert.deepEqual(await listOf(first.id, { from: ago(100).getTime(), to: ago(60).getTime() }), ['ancient']);
  assertRefused(await call(ROUTE, { query: { from: 2, to: 1 } }), 400, 'period_reversed');
  assertRefused(await call(ROUTE, { query: { from: 0, to: 61 * DAY } }), 400, 'period_too_long');
  assert.deepEqual(await list({ ...period, lastDays: 1 }), ['running', 'misfired']);
});

test('plan-executions.list.order', async () => {
  const plan = await make.plan();
  const same: string[] = [];
  for (let index = 0; index < 3; index += 1) same.push(await pastPlanExecution(server, plan, { startedAt: ago(20) }));
  const newer = await pastPlanExecution(server, plan, { startedAt: ago(19) });
  assert.deepEqual(await list({ workspaceId: plan.workspace }), [newer, ...same.toReversed()], 'at the same time the later id comes first');
});

test('plan-executions.list.status', async () => {
  const expected = { execution_successful: 'today', execution_failed: 'failed', executing: 'running', terminated: 'old' };
  for (const [status, name] of Object.entries(expected)) assert.deepEqual(await list({ environmentId: north.environment, status }), [name]);
  assert.deepEqual(await list({ workspaceId: abroad.id, status: 'execution_misfired' }), ['misfired']);
  assert.deepEqual(await listOf(first.id, { status: 'execution_failed' }), ['failed']);
  assertRefused(await call(ROUTE, { query: { status: 'EXECUTION_FAILED' } }), 400, 'malformed_request');
});

test('plan-executions.status.pair', async () => {
  const pairs: Record<string, string> = {
    STARTED: 'executing',
    EXECUTION_SUCCESS: 'execution_successful',
    EXECUTION_FAILED: 'execution_failed',
    EXECUTION_MISFIRED: 'execution_misfired',
    EXECUTION_TERMINATED: 'terminated',
  };
  const { items } = (await call(ROUTE)).body;
  assert.ok(new Set(items.map((item: { status: string }) => item.status)).size === 5);
  for (const item of items) {
    assert.equal(item.status, pairs[item.executionStatus]);
    assert.equal('doneExecutableDetails' in item, false);
    const { body } = await call('GET /processing/executions/plans/{planExecutionId}', { path: { planExecutionId: item.executionId } });
    assert.deepEqual(body, { ...item, doneExecutableDetails: [] });
  }
});

test('plan-executions.list.place', async () => {
  assert.deepEqual(await list({ environmentId: north.environment }), ['today', 'failed', 'running', 'old']);
  assert.deepEqual(await list({ environmentId: north.environment, workspaceId: south.id }), ['running']);
  const outside = { environmentId: abroad.environment, workspaceId: south.id };
  assertRefused(await call(ROUTE, { query: outside }), 400, 'workspace_outside_environment');
  assert.deepEqual(await list({ environmentId: newId() }), []);
});

test('plan-executions.list.right', async () => {
  const viewer = await make.user({ rights: { [south.id]: ['VIEW'], [abroad.id]: ['AUTHOR'] } });
  assert.deepEqual(await list({}, viewer.token), ['running', 'misfired']);
  assert.deepEqual(await listOf(third.id, {}, viewer.token), ['misfired']);
  assert.deepEqual(await list({}, (await make.user({ permissions: PERMISSIONS })).token), []);
  const stranger = await make.user({ tenant: await make.otherTenant(), permissions: PERMISSIONS, rights: { [south.id]: ['VIEW'] } });
  assert.deepEqual(await list({}, stranger.token), []);
  assertRefused(await call(ROUTE, { token: undefined }), 401, 'not_signed_in');
});

test('plan-executions.list.plan', async () => {
  const { token } = await make.user({ permissions: PERMISSIONS, rights: { [south.id]: ['VIEW'] } });
  assertRefused(await call(OF_PLAN, { token, path: { planId: first.id } }), 404, 'not_found');
  assertRefused(await call(OF_PLAN, { path: { planId: newId() } }), 404, 'not_found');
  assertRefused(await call(OF_PLAN, { path: { planId: 'x' } }), 400, 'malformed_request');
});

test('pages contain the exact total', async () => {
  const query = { environmentId: north.environment, limit: 1 };
  for (const [offset, name] of ['today', 'failed', 'running', 'old'].entries()) {
    const { body } = await call(ROUTE, { query: { ...query, offset } });
    assert.deepEqual([body.items.length, nameOf(body.items[0].executionId), body.limit, body.offset, body.total], [1, name, 1, offset, 4]);
  }
});
