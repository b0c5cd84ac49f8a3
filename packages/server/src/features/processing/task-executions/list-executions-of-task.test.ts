import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { pastExecution } from '../../../../test/support/past-executions.ts';
import { requiresOneOf, assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'GET /processing/executables/tasks/{taskId}/executions';
const DAY = 86_400_000;
const server = await startTestServer();
const { call, make } = server;

const task = await make.task();
const sibling = await make.task({ workspace: task.workspace });
const at = (days: number): Date => new Date(Date.now() - days * DAY);
const newer = await pastExecution(server, task, { triggeredAt: at(1), status: 'EXECUTION_FAILED' });
const older = await pastExecution(server, task, { triggeredAt: at(5) });
await pastExecution(server, task, { triggeredAt: at(61) });
await pastExecution(server, sibling, { triggeredAt: at(2) });
const list = async (query: Record<string, unknown> = {}): Promise<string[]> => {
  const { status, body } = await call(ROUTE, { path: { taskId: task.id }, query });
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.total, body.items.length);
  return body.items.map((item: { executionId: string }) => item.executionId);
};

test('task-executions.list.task', async () => {
  const path = { taskId: task.id };
  await requiresOneOf(server, { workspace: task.workspace, right: 'VIEW' }, (token) => call(ROUTE, { token, path }), 200);
  assertRefused(await call(ROUTE, { path: { taskId: newId() } }), 404, 'not_found');
  assertRefused(await call(ROUTE, { path: { taskId: 'x' } }), 400, 'malformed_request');
});

test('executions of other tasks and executions older than the history are not listed', async () => {
  assert.deepEqual(await list(), [newer, older]);
});

test('the list of a task has the same filters as the other lists', async () => {
  assert.deepEqual(await list({ status: 'execution_failed' }), [newer]);
  assert.deepEqual(await list({ lastDays: 3 }), [newer]);
  assert.deepEqual(await list({ from: at(10).getTime(), to: at(3).getTime() }), [older]);
  assertRefused(await call(ROUTE, { path: { taskId: task.id }, query: { lastDays: 61 } }), 400, 'malformed_request');
  assertRefused(await call(ROUTE, { path: { taskId: task.id }, query: { from: 0, to: 61 * DAY } }), 400, 'period_too_long');
  const { body } = await call(ROUTE, { path: { taskId: task.id }, query: { limit: 1, offset: 1 } });
  assert.deepEqual([body.items[0].executionId, body.limit, body.offset, body.total], [older, 1, 1, 2]);
});
