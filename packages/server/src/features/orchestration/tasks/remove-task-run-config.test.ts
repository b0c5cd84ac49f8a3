import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'DELETE /orchestration/executables/tasks/{taskId}/run-config';
const server = await startTestServer();
const { call, make } = server;

test('tasks.run-config.stop', async () => {
  const task = await make.task();
  const path = { taskId: task.id };
  const set = { trigger: { type: 'MANUAL' }, runtime: { type: 'CLOUD' }, parallelExecutionAllowed: true, logLevel: 'ERROR', timeout: 5 };
  assert.deepEqual((await call('PUT /orchestration/executables/tasks/{taskId}/run-config', { path, body: set })).body, set);

  assert.equal((await call(ROUTE, { path })).status, 204);
  assert.deepEqual((await call('GET /orchestration/executables/tasks/{taskId}/run-config', { path })).body, set);
  assert.equal(
    (await call('POST /processing/executions', { body: { executable: task.id } })).status,
    201,
    'the task can still be started on request',
  );
});

test('a task without run configuration stays without one', async () => {
  const task = await make.task({ configured: false });
  const before = await server.count('task_run_config');
  assert.equal((await call(ROUTE, { path: { taskId: task.id } })).status, 204);
  assert.deepEqual(await server.count('task_run_config'), before);
});

test('an unknown task is not found', async () => {
  assertRefused(await call(ROUTE, { path: { taskId: newId() } }), 404, 'not_found');
});
