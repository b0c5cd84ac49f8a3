import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { requiresOneOf, assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'PUT /orchestration/executables/tasks/{taskId}/pause';
const server = await startTestServer();
const { call, make } = server;

const pause = async (taskId: string, body: object): Promise<number> => (await call(ROUTE, { path: { taskId }, body })).status;
const read = async (taskId: string) =>
  (await call('GET /orchestration/executables/tasks/{taskId}', { path: { taskId } })).body.taskPauseDetails;

test('tasks.pause.answer', async () => {
  const { id } = await make.task();
  assert.equal(await pause(id, { pause: false }), 204);
  assert.equal(await pause(id, { pause: true, pauseContext: 'first' }), 202);
  const first = await read(id);
  assert.equal(await pause(id, { pause: true, pauseContext: 'second' }), 204);
  assert.deepEqual(await read(id), first);
  assert.equal(await pause(id, { pause: false, pauseContext: 'done' }), 202);
  assert.equal(await read(id), undefined);
  assert.equal(await pause(id, { pause: false }), 204);
});

test('tasks.pause.left-out', async () => {
  const { id } = await make.task();
  assert.equal(await pause(id, { pause: true }), 202);
  assert.equal(await pause(id, {}), 202);
  assert.equal(await read(id), undefined);
  assert.equal(await pause(id, { pauseContext: 'again' }), 204);
});

test('tasks.pause.details', async () => {
  const task = await make.task({ name: 'Paused' });
  const caller = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [task.workspace]: ['EXECUTE'] } });
  await call(ROUTE, { token: caller.token, path: { taskId: task.id }, body: { pause: true, pauseContext: 'maintenance' } });
  const { pauseDate, ...details } = await read(task.id);
  assert.deepEqual(details, { pause: true, pauseContext: 'maintenance', user: caller.login, userType: 'HUMAN' });
  assert.equal(new Date(pauseDate).toISOString(), pauseDate);

  const listed = await call('GET /orchestration/executables/tasks', { query: { workspaceId: task.workspace } });
  assert.deepEqual(listed.body.items[0].taskPauseDetails, { pauseDate, ...details });
  const found = await call('POST /orchestration/executables/tasks/search', { body: { workspaceId: task.workspace } });
  assert.deepEqual(found.body.items, listed.body.items);

  const sentBack = { ...details, pauseDate, pause: false };
  assert.equal(await pause(task.id, sentBack), 202, 'the pause details of an answer can be sent in a body');
});

test('tasks.pause.right', async () => {
  const task = await make.task();
  const needs = { workspace: task.workspace, permission: 'SVC_OPERATOR', right: 'EXECUTE' } as const;
  await requiresOneOf(server, needs, (token) => call(ROUTE, { token, path: { taskId: task.id }, body: { pause: true } }), 202);
});

test('task-executions.start.paused', async () => {
  const { id } = await make.task({ configured: false });
  const START = 'POST /processing/executions';
  await pause(id, { pause: true });
  await leavesNothing(server, START, { body: { executable: id } }, 405, 'task_paused', 'task_execution');
  await pause(id, { pause: false });
  assertRefused(await call(START, { body: { executable: id } }), 501, 'task_not_configured');
});

test('tasks.pause.running', async () => {
  const task = await make.task();
  const engine = await make.engine({ environment: task.environment });
  const { body } = await call('POST /processing/executions', { body: { executable: task.id } });
  await pause(task.id, { pause: true });
  const claimed = await call('POST /engine/v1/claims', { token: engine.credential, body: { free: 1, waitMilliseconds: 0 } });
  assert.deepEqual(
    claimed.body.executions.map(({ executionId }: { executionId: string }) => executionId),
    [body.executionId],
    'an execution that was accepted before the pause still runs',
  );
});

test('an invalid pause is refused', async () => {
  const { id } = await make.task();
  for (const body of [{ pause: 'yes' }, { pause: true, pauseContext: 'x'.repeat(4001) }, { pause: true, until: 'later' }])
    assertRefused(await call(ROUTE, { path: { taskId: id }, body }), 400, 'malformed_request');
  assert.equal(await read(id), undefined);
  assertRefused(await call(ROUTE, { path: { taskId: newId() }, body: { pause: true } }), 404, 'not_found');
});
