import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startTestServer } from '../../../../test/support/server.ts';

const { call, count, make } = await startTestServer();
const ROUTE = 'DELETE /orchestration/artifacts/{artifactId}';
const GET = 'GET /orchestration/artifacts/{artifactId}';
const rows = (): Promise<Record<string, number>> => count('artifact', 'artifact_version', 'blob', 'task');

test('artifacts.delete.versions', async () => {
  const workspaceId = (await make.workspace()).id;
  const before = await rows();
  const artifact = await make.artifact({ workspace: workspaceId });

  const { status, body } = await call(ROUTE, { path: { artifactId: artifact.id } });
  assert.equal(status, 204);
  assert.equal(body, undefined);
  assert.equal((await call(GET, { path: { artifactId: artifact.id } })).status, 404);
  assert.deepEqual(await rows(), { ...before, blob: (before['blob'] ?? 0) + 1 });
});

test('artifacts.delete.right', async () => {
  const artifact = await make.artifact();
  const path = { artifactId: artifact.id };
  const before = await rows();
  for (const right of ['VIEW', 'EXECUTE', 'AUTHOR', 'MANAGE'] as const) {
    const { token } = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [artifact.workspace]: [right] } });
    const { status, body } = await call(ROUTE, { token, path });
    assert.equal(status, 403, right);
    assert.equal(body.detail, 'right_missing');
  }
  for (const { token } of [await make.user(), await make.user({ tenant: await make.otherTenant() })]) {
    assert.equal((await call(ROUTE, { token, path })).status, 404);
  }
  assert.equal((await call(ROUTE, { token: undefined, path })).status, 401);
  assert.deepEqual(await rows(), before);

  const { token } = await make.user({ rights: { [artifact.workspace]: ['PUBLISH'] } });
  assert.equal((await call(ROUTE, { token, path })).status, 204);
});

describe('artifacts.delete.use', () => {
  test('names the tasks that the caller may see and counts the others', async () => {
    const environment = await make.environment();
    const [own, foreign] = [await make.workspace({ environment }), await make.workspace({ environment })];
    const artifact = await make.artifact({ workspace: own.id });
    for (const name of ['nightly', 'hourly']) await make.task({ workspace: own.id, artifactVersion: artifact.versionId, name });
    await make.task({ workspace: foreign.id, artifactVersion: artifact.versionId, name: 'secret' });
    const { token } = await make.user({ rights: { [own.id]: ['PUBLISH'] } });
    const before = await rows();

    const { status, body } = await call(ROUTE, { token, path: { artifactId: artifact.id } });
    assert.equal(status, 409);
    assert.equal(body.detail, 'artifact_in_use');
    assert.match(body.message, /'hourly', 'nightly', 1 more\./);
    assert.doesNotMatch(body.message, /secret/);
    assert.deepEqual(await rows(), before);
  });
  test('deletes the artifact once no task runs it', async () => {
    const task = await make.task();
    const path = { artifactId: task.artifact };
    assert.equal((await call(ROUTE, { path })).status, 409);
    assert.equal((await call('DELETE /orchestration/executables/tasks/{taskId}', { path: { taskId: task.id } })).status, 204);
    assert.equal((await call(ROUTE, { path })).status, 204);
  });
  test('refuses or deletes correctly when a task is created at the same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const workspace = await make.workspace();
      const artifact = await make.artifact({ workspace: workspace.id });
      const body = {
        name: 'load',
        description: null,
        environmentId: workspace.environment,
        workspaceId: workspace.id,
        artifact: { id: artifact.id, version: artifact.version },
      };
      const [made, deleted] = await Promise.all([
        call('POST /orchestration/executables/tasks', { body }),
        call(ROUTE, { path: { artifactId: artifact.id } }),
      ]);
      const outcome = `${made.status} ${deleted.status}`;
      assert.ok(outcome === '201 409' || outcome === '404 204', outcome);
    }
  });
});

test('answers 400 to a malformed id and 404 to an unknown id', async () => {
  assert.equal((await call(ROUTE, { path: { artifactId: 'nonsense' } })).status, 400);
  assert.equal((await call(ROUTE, { path: { artifactId: crypto.randomUUID() } })).status, 404);
});
