import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requiresOneOf, assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const server = await startTestServer();
const { call, count, make } = server;
const ROUTE = 'DELETE /orchestration/resources/{resourceId}';

test('deletes a resource once', async () => {
  const { id } = await make.resource();
  const answer = await call(ROUTE, { path: { resourceId: id } });
  assert.deepEqual([answer.status, answer.body], [204, undefined]);
  assert.equal((await count('resource'))['resource'], 0);
  assertRefused(await call(ROUTE, { path: { resourceId: id } }), 404, 'not_found');
  assertRefused(await call(ROUTE, { path: { resourceId: 'x' } }), 400, 'malformed_request');
});

test('requires AUTHOR on the workspace', async () => {
  const { id, workspace } = await make.resource();
  await requiresOneOf(server, { workspace, right: 'AUTHOR' }, (token) => call(ROUTE, { token, path: { resourceId: id } }), 204);
});

test('resources.delete.use', async () => {
  const { id, workspace } = await make.resource();
  const { token } = await make.user({ rights: { [workspace]: ['AUTHOR'] } });
  const sent = { token, path: { resourceId: id } };
  const task = await make.task({ workspace, resources: { resource_file_a: id } });
  const seen = await leavesNothing(server, ROUTE, sent, 409, 'resource_in_use', 'resource', 'blob');
  assert.match(seen.body.message, /'Task \d+'/);
  await call('DELETE /orchestration/executables/tasks/{taskId}', { path: { taskId: task.id } });

  const hidden = await make.task({ resources: { resource_file_a: crypto.randomUUID(), resource_file_b: id } });
  const unseen = await leavesNothing(server, ROUTE, sent, 409, 'resource_in_use', 'resource');
  assert.match(unseen.body.message, /1 that you cannot see/);
  await call('DELETE /orchestration/executables/tasks/{taskId}', { path: { taskId: hidden.id } });
  assert.equal((await call(ROUTE, sent)).status, 204);
});

test('resources.delete.use: either the deletion or the creation of a task with the resource is refused when both happen at once', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id: workspaceId, environment: environmentId } = await make.workspace();
    const artifact = await make.artifact({ workspace: workspaceId });
    const { id } = await make.resource({ workspace: workspaceId });
    const body = {
      workspaceId,
      environmentId,
      name: 'Reads it',
      artifact: { id: artifact.id, version: artifact.version },
      resources: { resource_file_a: id },
    };
    const [task, deleted] = await Promise.all([
      call('POST /orchestration/executables/tasks', { body }),
      call(ROUTE, { path: { resourceId: id } }),
    ]);
    assert.ok([`201 409`, `400 204`].includes(`${task.status} ${deleted.status}`), `${task.status} ${deleted.status}`);
  }
});
