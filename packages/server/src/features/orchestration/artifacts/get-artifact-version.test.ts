import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publication, shellBundle } from '../../../../test/support/bundles.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const { call, make } = await startTestServer();
const ROUTE = 'GET /orchestration/artifacts/{artifactId}/versions/{version}';

test('shows the published version', async () => {
  const workspaceId = (await make.workspace()).id;
  const artifact = {
    workspaceId,
    name: 'load',
    description: 'Loads airports',
    parameters: [{ name: 'limit', type: 'int', required: true, value: '3', comment: 'how many' }],
    repository: {
      project: 'https://example.com/load.git',
      branch: 'main',
      commit: { id: 'c0ffee', date: '2026-01-02T03:04:05Z', author: 'Ann <ann@example.com>' },
    },
    marketplaceProduct: 'Builder 7',
  };
  const form = publication(artifact, await shellBundle('exit 0'));
  const { status: created, body: published } = await call('POST /orchestration/artifacts', { form });
  assert.equal(created, 201, JSON.stringify(published));
  const { items } = (await call('GET /orchestration/artifacts', { query: { workspaceId } })).body;

  const { status, body } = await call(ROUTE, { path: { artifactId: items[0].id, version: published.version } });
  assert.equal(status, 200);
  assert.deepEqual(body, published);
  const { workspaceId: _, ...values } = artifact;
  assert.deepEqual({ ...body, ...values }, body);
  assert.equal(body.workspace.id, workspaceId);
  assert.equal(body.publisher, 'admin');
});

test('artifacts.get.version', async () => {
  const artifact = await make.artifact();
  const other = await make.artifact({ version: '7.0.0.20260101010000' });
  for (const version of ['1.0.0', other.version, 'nonsense']) {
    const { status, body } = await call(ROUTE, { path: { artifactId: artifact.id, version } });
    assert.equal(status, 404);
    assert.equal(body.detail, 'artifact_version_unknown');
  }
});

test('hides the version from callers that may not see the workspace', async () => {
  const artifact = await make.artifact();
  const path = { artifactId: artifact.id, version: artifact.version };
  for (const { token } of [await make.user(), await make.user({ tenant: await make.otherTenant() })]) {
    const { status, body } = await call(ROUTE, { token, path });
    assert.equal(status, 404);
    assert.equal(body.message, `Artifact '${artifact.id}' was not found.`);
  }
  const viewer = await make.user({ rights: { [artifact.workspace]: ['VIEW'] } });
  assert.equal((await call(ROUTE, { token: viewer.token, path })).status, 200);
  assert.equal((await call(ROUTE, { token: undefined, path })).status, 401);
});
