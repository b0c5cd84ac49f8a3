import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { pastExecution } from '../../../../test/support/past-executions.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /processing/executables/tasks/executions';
const DAY = 86_400_000;
const server = await startTestServer();
const { call, make } = server;

const now = Date.now();
const workspace = await make.workspace();
const elsewhere = await make.workspace();
const task = await make.task({ workspace: workspace.id });
const other = await make.task({ workspace: elsewhere.id });
const past = (days: number, tags: readonly string[], status = 'EXECUTION_SUCCESS') =>
  pastExecution(server, task, { triggeredAt: new Date(now - days * DAY), tags, status });
const ids = {
  both: await past(1, ['nightly', 'finance']),
  nightly: await past(2, ['nightly'], 'DEPLOY_FAILED'),
  none: await past(3, []),
  elsewhere: await pastExecution(server, other, { triggeredAt: new Date(now - 4 * DAY), tags: ['nightly'] }),
  ancient: await past(61, ['nightly']),
};
const nameOf = (id: string): string => Object.entries(ids).find(([, known]) => known === id)?.[0] ?? id;
const search = async (body: object, token?: string): Promise<string[]> => {
  const answer = await call(ROUTE, { body, ...(token !== undefined && { token }) });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  assert.equal(answer.body.total, answer.body.items.length);
  return answer.body.items.map((item: { executionId: string }) => nameOf(item.executionId));
};

test('task-executions.list.tags', async () => {
  assert.deepEqual(await search({ tags: ['nightly'] }), ['both', 'nightly', 'elsewhere']);
  assert.deepEqual(await search({ tags: ['finance', 'nightly'] }), ['both']);
  assert.deepEqual(await search({ tags: ['NIGHTLY'] }), []);
  assert.deepEqual(await search({ tags: [] }), ['both', 'nightly', 'none', 'elsewhere']);
});

test('a search combines the filters of its body', async () => {
  assert.deepEqual(await search({}), ['both', 'nightly', 'none', 'elsewhere']);
  assert.deepEqual(await search({ workspaceId: workspace.id, tags: ['nightly'], status: 'deploy_failed' }), ['nightly']);
  assert.deepEqual(await search({ environmentId: elsewhere.environment, lastDays: 5 }), ['elsewhere']);
  assert.deepEqual(await search({ from: now - 2 * DAY, to: now - DAY }), ['nightly']);
  assert.deepEqual(await search({ lastDays: 3, limit: 100, offset: 0 }), ['both', 'nightly']);
});

test('a page of a search contains its limit and offset and the total', async () => {
  const { body } = await call(ROUTE, { body: { limit: 2, offset: 1 } });
  assert.deepEqual(
    body.items.map((item: { executionId: string }) => nameOf(item.executionId)),
    ['nightly', 'none'],
  );
  assert.deepEqual([body.limit, body.offset, body.total], [2, 1, 4]);
});

test('task-executions.list.right: a search shows no more than a list', async () => {
  const viewer = await make.user({ rights: { [elsewhere.id]: ['VIEW'] } });
  assert.deepEqual(await search({ tags: ['nightly'] }, viewer.token), ['elsewhere']);
  assert.deepEqual(await search({}, (await make.user({ permissions: PERMISSIONS })).token), []);
  assertRefused(await call(ROUTE, { token: undefined, body: {} }), 401, 'not_signed_in');
});

test('a malformed body is refused', async () => {
  const cases = [
    { lastDays: 0 },
    { lastDays: '5' },
    { limit: 101 },
    { offset: 1e30 },
    { tags: 'nightly' },
    { status: 'done' },
    { search: 'x' },
    { from: 1e300 },
  ];
  for (const body of cases) assertRefused(await call(ROUTE, { body }), 400, 'malformed_request');
  assertRefused(await call(ROUTE, { body: { from: 0, to: 61 * DAY } }), 400, 'period_too_long');
  assertRefused(await call(ROUTE, { body: { from: 2, to: 1 } }), 400, 'period_reversed');
  const places = { environmentId: workspace.environment, workspaceId: elsewhere.id };
  assertRefused(await call(ROUTE, { body: places }), 400, 'workspace_outside_environment');
});
