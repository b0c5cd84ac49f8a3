import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'GET /orchestration/executables/tasks/{taskId}/run-config';
const { call, make } = await startTestServer();

test('a run configuration has the engine in both fields, id and engineId', async () => {
  const workspace = await make.workspace();
  const engine = await make.engine({ environment: workspace.environment });
  const task = await make.task({ workspace: workspace.id, engine: engine.id, parallelExecutionAllowed: false });
  const { status, body } = await call(ROUTE, { path: { taskId: task.id } });
  assert.equal(status, 200);
  assert.deepEqual(body, {
    trigger: { type: 'MANUAL' },
    runtime: { type: 'REMOTE_ENGINE', id: engine.id, engineId: engine.id },
    parallelExecutionAllowed: false,
    logLevel: 'INFO',
  });
});

test('tasks.run-config.missing', async () => {
  const task = await make.task({ configured: false });
  const path = { taskId: task.id };
  const { status, body } = await call(ROUTE, { path });
  assert.deepEqual(
    [status, body],
    [200, { trigger: { type: 'MANUAL' }, runtime: { type: 'CLOUD' }, parallelExecutionAllowed: false, logLevel: 'WARN' }],
  );
  assertRefused(await call('POST /processing/executions', { body: { executable: task.id } }), 501, 'task_not_configured');
  assert.deepEqual((await call(ROUTE.replace('GET', 'PUT'), { path, body })).body, body);
  assert.equal((await call('POST /processing/executions', { body: { executable: task.id } })).status, 201);
  assertRefused(await call(ROUTE, { path: { taskId: newId() } }), 404, 'not_found');
});
