import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RIGHTS } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { requiresOneOf, assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'GET /orchestration/executables/tasks/{taskId}';
const server = await startTestServer();
const { call, make } = server;

test('tasks.get.right', async () => {
  const task = await make.task();
  const path = { taskId: task.id };
  await requiresOneOf(server, { workspace: task.workspace, right: 'VIEW' }, (token) => call(ROUTE, { token, path }), 200);
  await requiresOneOf(server, { workspace: task.workspace, right: 'VIEW' }, (token) => call(`${ROUTE}/run-config`, { token, path }), 200);
  for (const right of RIGHTS) {
    const { token } = await make.user({ rights: { [task.workspace]: [right] } });
    assert.equal((await call(ROUTE, { token, path })).status, 200, `${right} includes VIEW`);
  }
});

test('an unknown task is not found, and a malformed id is refused', async () => {
  assertRefused(await call(ROUTE, { path: { taskId: newId() } }), 404, 'not_found');
  assertRefused(await call(ROUTE, { path: { taskId: 'airports' } }), 400, 'malformed_request');
});

test('a task shows its artifact by name and version', async () => {
  const artifact = await make.artifact({ name: 'airports', version: '2.0.0.20260101020000' });
  const task = await make.task({ workspace: artifact.workspace, artifactVersion: artifact.versionId });
  const { body } = await call(ROUTE, { path: { taskId: task.id } });
  assert.deepEqual(body.artifact, { id: artifact.id, name: 'airports', version: '2.0.0.20260101020000' });
});
