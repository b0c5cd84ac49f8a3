import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { publication, shellBundle } from '../../../../test/support/bundles.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const { call, count, make } = await startTestServer();
const ROUTE = 'DELETE /orchestration/artifacts/{artifactId}/versions/{version}';
const GET = 'GET /orchestration/artifacts/{artifactId}';
const rows = (): Promise<Record<string, number>> => count('artifact', 'artifact_version', 'blob', 'task');

async function publishTwo(workspaceId: string): Promise<{ id: string; versions: { id: string; version: string }[] }> {
  const versions = [];
  for (const version of ['1.0.0', '2.0.0']) {
    const form = publication({ workspaceId, name: 'load', version }, await shellBundle(`echo ${version}`));
    versions.push((await call('POST /orchestration/artifacts', { form })).body);
  }
  const { items } = (await call('GET /orchestration/artifacts', { query: { workspaceId } })).body;
  return { id: items[0].id, versions };
}

test('artifacts.delete.last', async () => {
  const { id, versions } = await publishTwo((await make.workspace()).id);
  const [first = { version: '' }, second = { version: '' }] = versions;

  assert.equal((await call(ROUTE, { path: { artifactId: id, version: second.version } })).status, 204);
  assert.deepEqual((await call(GET, { path: { artifactId: id } })).body.versions, [first.version]);
  assert.equal((await call(ROUTE, { path: { artifactId: id, version: second.version } })).status, 404);

  assert.equal((await call(ROUTE, { path: { artifactId: id, version: first.version } })).status, 204);
  assert.equal((await call(GET, { path: { artifactId: id } })).status, 404);
});

describe('artifacts.delete.version-use', () => {
  test('keeps the version that a task runs and deletes the other', async () => {
    const workspace = await make.workspace();
    const { id, versions } = await publishTwo(workspace.id);
    const [used = { id: '', version: '' }, free = { version: '' }] = versions;
    await make.task({ workspace: workspace.id, artifactVersion: used.id, name: 'nightly' });
    const before = await rows();

    const { status, body } = await call(ROUTE, { path: { artifactId: id, version: used.version } });
    assert.equal(status, 409);
    assert.equal(body.detail, 'artifact_in_use');
    assert.match(body.message, /'nightly'/);
    assert.deepEqual(await rows(), before);

    assert.equal((await call(ROUTE, { path: { artifactId: id, version: free.version } })).status, 204);
    assert.deepEqual((await call(GET, { path: { artifactId: id } })).body.versions, [used.version]);
  });
});

test('requires PUBLISH and hides artifacts that the caller may not see', async () => {
  const artifact = await make.artifact();
  const path = { artifactId: artifact.id, version: artifact.version };
  const before = await rows();
  const viewer = await make.user({ rights: { [artifact.workspace]: ['VIEW', 'MANAGE', 'AUTHOR', 'EXECUTE'] } });
  assert.equal((await call(ROUTE, { token: viewer.token, path })).status, 403);
  assert.equal((await call(ROUTE, { token: (await make.user()).token, path })).status, 404);
  assert.equal((await call(ROUTE, { token: undefined, path })).status, 401);
  assert.equal((await call(ROUTE, { path: { ...path, version: '9.9.9' } })).status, 404);
  assert.deepEqual(await rows(), before);

  const publisher = await make.user({ rights: { [artifact.workspace]: ['PUBLISH'] } });
  assert.equal((await call(ROUTE, { token: publisher.token, path })).status, 204);
});
