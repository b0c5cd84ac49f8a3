import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { pastExecution } from '../../../../test/support/past-executions.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'GET /processing/executables/tasks/executions';
const DAY = 86_400_000;
const server = await startTestServer();
const { call, make } = server;

const now = Date.now();
const ago = (days: number): Date => new Date(now - days * DAY);
const north = await make.workspace();
const south = await make.workspace({ environment: north.environment });
const abroad = await make.workspace();
const [first, second, third] = await Promise.all([north, south, abroad].map(({ id }) => make.task({ workspace: id })));
assert.ok(first && second && third);
const ids = {
  today: await pastExecution(server, first, { triggeredAt: ago(0.1) }),
  failed: await pastExecution(server, first, { triggeredAt: ago(3), status: 'EXECUTION_FAILED' }),
  waiting: await pastExecution(server, second, { triggeredAt: ago(10), status: 'EXECUTION_EVENT_RECEIVED' }),
  month: await pastExecution(server, third, { triggeredAt: ago(40) }),
  old: await pastExecution(server, first, { triggeredAt: ago(59.9) }),
  ancient: await pastExecution(server, first, { triggeredAt: ago(60.1) }),
};
const nameOf = (id: string): string => Object.entries(ids).find(([, known]) => known === id)?.[0] ?? id;
const list = async (query: Record<string, unknown> = {}, token?: string): Promise<string[]> => {
  const { status, body } = await call(ROUTE, { query, ...(token !== undefined && { token }) });
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.total, body.items.length);
  return body.items.map((item: { executionId: string }) => nameOf(item.executionId));
};

test('task-executions.list.days', async () => {
  assert.deepEqual(await list(), ['today', 'failed', 'waiting', 'month', 'old']);
});

test('task-executions.limits.days', async () => {
  assert.deepEqual(await list({ lastDays: 1 }), ['today']);
  assert.deepEqual(await list({ lastDays: 11 }), ['today', 'failed', 'waiting']);
  assert.deepEqual(await list({ lastDays: 60 }), ['today', 'failed', 'waiting', 'month', 'old']);
  for (const lastDays of [0, 61, -1, 1.5, 'week']) assertRefused(await call(ROUTE, { query: { lastDays } }), 400, 'malformed_request');
});

test('task-executions.list.window', async () => {
  const period = { from: ago(40).getTime(), to: ago(3).getTime() };
  assert.deepEqual(await list(period), ['waiting', 'month'], 'the start belongs to the period, the end does not');
  assert.deepEqual(await list({ from: period.from + 1, to: period.to + 1 }), ['failed', 'waiting']);
  assert.deepEqual(await list({ from: period.to, to: period.to }), []);
  assert.deepEqual(await list({ from: ago(100).getTime(), to: ago(60).getTime() }), ['ancient'], 'a period may be before the history');
  assert.deepEqual(await list({ from: ago(5).getTime() }), ['today', 'failed']);
  assert.deepEqual(await list({ to: ago(30).getTime() }), ['month', 'old', 'ancient']);
});

test('task-executions.list.window: executions that have not ended', async () => {
  const inside = { from: ago(11).getTime(), to: ago(9).getTime() };
  const outside = { from: ago(9).getTime(), to: ago(1).getTime() };
  assert.deepEqual(await list({ ...inside, status: 'dispatching' }), ['waiting']);
  assert.deepEqual(await list({ ...outside, status: 'dispatching' }), []);
  const body = { ...inside, status: 'dispatching' };
  const found = await call('POST /processing/executables/tasks/executions', { body });
  assert.equal(found.status, 200, JSON.stringify(found.body));
});

test('task-executions.limits.period', async () => {
  const to = ago(1).getTime();
  assert.deepEqual(await list({ from: to - 60 * DAY, to }), ['failed', 'waiting', 'month', 'old', 'ancient']);
  assertRefused(await call(ROUTE, { query: { from: to - 60 * DAY - 1, to } }), 400, 'period_too_long');
  assertRefused(await call(ROUTE, { query: { from: ago(61).getTime() } }), 400, 'period_too_long');
  assertRefused(await call(ROUTE, { query: { from: to + 1, to } }), 400, 'period_reversed');
  assert.deepEqual(await list({ from: to - 60 * DAY, to, lastDays: 1 }), ['failed', 'waiting', 'month', 'old', 'ancient']);
  for (const from of [-1, 8.64e15 + 1, 1e30, '2026-01-01']) assertRefused(await call(ROUTE, { query: { from } }), 400, 'malformed_request');
  assert.deepEqual(await list({ from: 8.64e15 }), []);
  assert.deepEqual(await list({ to: 0 }), []);
});

test('task-executions.list.order', async () => {
  const at = ago(20);
  const task = await make.task();
  const same: string[] = [];
  for (let index = 0; index < 3; index += 1) same.push(await pastExecution(server, task, { triggeredAt: at }));
  const newer = await pastExecution(server, task, { triggeredAt: ago(19) });
  assert.deepEqual(await list({ workspaceId: task.workspace }), [newer, ...same.toReversed()], 'at the same time the later id comes first');
});

test('task-executions.list.status', async () => {
  const query = { environmentId: north.environment };
  assert.deepEqual(await list({ ...query, status: 'execution_successful' }), ['today', 'old']);
  assert.deepEqual(await list({ ...query, status: 'execution_failed' }), ['failed']);
  assert.deepEqual(await list({ ...query, status: 'dispatching' }), ['waiting']);
  assert.deepEqual(await list({ ...query, status: 'terminated' }), []);
  assertRefused(await call(ROUTE, { query: { status: 'EXECUTION_FAILED' } }), 400, 'malformed_request');
});

test('task-executions.list.place', async () => {
  assert.deepEqual(await list({ environmentId: north.environment }), ['today', 'failed', 'waiting', 'old']);
  assert.deepEqual(await list({ workspaceId: north.id }), ['today', 'failed', 'old']);
  assert.deepEqual(await list({ environmentId: north.environment, workspaceId: south.id }), ['waiting']);
  assertRefused(
    await call(ROUTE, { query: { environmentId: abroad.environment, workspaceId: south.id } }),
    400,
    'workspace_outside_environment',
  );
  assertRefused(await call(ROUTE, { query: { environmentId: newId(), workspaceId: south.id } }), 400, 'workspace_outside_environment');
  assert.deepEqual(await list({ environmentId: newId() }), []);
});

test('task-executions.list.right', async () => {
  const viewer = await make.user({ rights: { [south.id]: ['VIEW'], [abroad.id]: ['AUTHOR'] } });
  assert.deepEqual(await list({}, viewer.token), ['waiting', 'month']);
  assert.deepEqual(await list({}, (await make.user({ permissions: PERMISSIONS })).token), []);
  const stranger = await make.user({ tenant: await make.otherTenant(), permissions: PERMISSIONS, rights: { [south.id]: ['VIEW'] } });
  assert.deepEqual(await list({}, stranger.token), []);
  assertRefused(await call(ROUTE, { token: undefined }), 401, 'not_signed_in');
});

test('task-executions.start.api-version: an execution that was not started through the processing interface has no version', async () => {
  const { body } = await call(ROUTE, { query: { workspaceId: abroad.id } });
  const [item] = body.items;
  assert.equal('apiVersion' in item, false);
  assert.equal(item.taskId, third.id);
  assert.equal(item.executionType, 'SCHEDULED');
});

test('pages contain the exact total', async () => {
  const query = { environmentId: north.environment, limit: 1 };
  for (const [offset, name] of ['today', 'failed', 'waiting', 'old'].entries()) {
    const { body } = await call(ROUTE, { query: { ...query, offset } });
    assert.deepEqual([body.items.length, nameOf(body.items[0].executionId), body.limit, body.offset, body.total], [1, name, 1, offset, 4]);
  }
  assert.deepEqual((await call(ROUTE, { query: { ...query, offset: 9 } })).body, { items: [], limit: 1, offset: 9, total: 4 });
  for (const wrong of [{ limit: 0 }, { limit: 101 }, { offset: -1 }, { offset: 1e30 }])
    assertRefused(await call(ROUTE, { query: wrong }), 400, 'malformed_request');
});
