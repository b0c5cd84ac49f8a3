import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publication, shellBundle } from '../../../../test/support/bundles.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const { call, make } = await startTestServer();
const ROUTE = 'GET /orchestration/artifacts/{artifactId}';

test('artifacts.get.right', async () => {
  const workspace = await make.workspace();
  const artifact = await make.artifact({ workspace: workspace.id });
  const path = { artifactId: artifact.id };

  for (const right of ['VIEW', 'EXECUTE', 'AUTHOR', 'PUBLISH', 'MANAGE'] as const) {
    const { token } = await make.user({ rights: { [workspace.id]: [right] } });
    assert.equal((await call(ROUTE, { token, path })).status, 200, right);
  }
  const strangers = [
    await make.user({ permissions: ['SVC_OPERATOR', 'SVC_ENVIRONMENT_MANAGEMENT'] }),
    await make.user({ rights: { [(await make.workspace({ environment: workspace.environment })).id]: ['MANAGE'] } }),
    await make.user({ tenant: await make.otherTenant() }),
  ];
  for (const { token } of strangers) {
    const { status, body } = await call(ROUTE, { token, path });
    assert.equal(status, 404);
    assert.equal(body.message, `Artifact '${artifact.id}' was not found.`);
  }
  assert.equal((await call(ROUTE, { token: undefined, path })).status, 401);
});

test('artifacts.get.newest', async () => {
  const workspaceId = (await make.workspace()).id;
  const published = [];
  // Sorted as text, these versions have another order than by time.
  for (const version of ['9.0.0', '10.0.0', '1.0.0']) {
    const form = publication({ workspaceId, name: 'load', version }, await shellBundle('exit 0'));
    published.push((await call('POST /orchestration/artifacts', { form })).body.version);
  }
  const [{ id }] = (await call('GET /orchestration/artifacts', { query: { workspaceId } })).body.items;
  const { body } = await call(ROUTE, { path: { artifactId: id } });
  assert.deepEqual(body.versions, published.toReversed());
});

test('answers 400 to a malformed id and 404 to an unknown id', async () => {
  assert.equal((await call(ROUTE, { path: { artifactId: 'nonsense' } })).status, 400);
  assert.equal((await call(ROUTE, { path: { artifactId: crypto.randomUUID() } })).status, 404);
});
