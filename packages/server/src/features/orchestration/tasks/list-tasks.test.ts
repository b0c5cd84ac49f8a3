import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'GET /orchestration/executables/tasks';
const server = await startTestServer();
const { call, make } = server;

const north = await make.workspace();
const south = await make.workspace({ environment: north.environment });
const elsewhere = await make.workspace();
const engine = await make.engine({ environment: north.environment });
const tasks = {
  alpha: await make.task({ workspace: north.id, name: 'Alpha load' }),
  beta: await make.task({ workspace: north.id, name: 'beta 100%', engine: engine.id }),
  gamma: await make.task({ workspace: south.id, name: 'gamma', configured: false }),
  delta: await make.task({ workspace: elsewhere.id, name: 'alpha too' }),
};
const nameOf = (id: string): string => Object.entries(tasks).find(([, task]) => task.id === id)?.[0] ?? id;
const list = async (query: Record<string, unknown>, token?: string): Promise<string[]> => {
  const { status, body } = await call(ROUTE, { query, ...(token !== undefined && { token }) });
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.total, body.items.length);
  return body.items.map((item: { executable: string }) => nameOf(item.executable)).toSorted();
};

test('tasks.list.executable', async () => {
  const { body } = await call(ROUTE, { query: { name: 'beta' } });
  const [{ workspace, ...item }] = body.items;
  assert.deepEqual(item, {
    executable: tasks.beta.id,
    name: 'beta 100%',
    artifactId: tasks.beta.artifact,
    runtime: { type: 'REMOTE_ENGINE', id: engine.id },
  });
  assert.equal(workspace.id, north.id);
});

test('tasks.create.runtime', async () => {
  const { body } = await call(ROUTE, { query: { name: 'gamma' } });
  assert.deepEqual(body.items[0].runtime, { type: 'CLOUD' });
});

test('tasks.list.visible', async () => {
  assert.deepEqual(await list({}), ['alpha', 'beta', 'delta', 'gamma']);
  const viewer = await make.user({ rights: { [north.id]: ['VIEW'], [elsewhere.id]: ['EXECUTE'] } });
  assert.deepEqual(await list({}, viewer.token), ['alpha', 'beta', 'delta']);
  const manager = await make.user({ permissions: PERMISSIONS });
  assert.deepEqual(await list({}, manager.token), [], 'a permission does not replace a right');
  const stranger = await make.user({ tenant: await make.otherTenant(), permissions: PERMISSIONS, rights: { [north.id]: ['VIEW'] } });
  assert.deepEqual(await list({}, stranger.token), []);
  assertRefused(await call(ROUTE, { token: undefined }), 401, 'not_signed_in');
});

test('tasks.list.place', async () => {
  assert.deepEqual(await list({ environmentId: north.environment }), ['alpha', 'beta', 'gamma']);
  assert.deepEqual(await list({ workspaceId: south.id }), ['gamma']);
  assert.deepEqual(await list({ environmentId: north.environment, workspaceId: north.id }), ['alpha', 'beta']);
  assertRefused(
    await call(ROUTE, { query: { environmentId: elsewhere.environment, workspaceId: north.id } }),
    400,
    'workspace_outside_environment',
  );
  assert.deepEqual(await list({ environmentId: newId() }), []);
  assert.deepEqual(await list({ workspaceId: newId() }), []);
});

test('tasks.list.words', async () => {
  assert.deepEqual(await list({ words: 'ALPH' }), await list({ name: 'alpha' }));
  assert.deepEqual(await list({ words: 'bteta 100%' }), ['beta']);
  assert.deepEqual(await list({ words: '100% beta' }), ['beta']);
  assert.deepEqual(await list({ words: 'beta alpha' }), []);
  assertRefused(await call(ROUTE, { query: { words: ' ' } }), 400, 'malformed_request');
});

test('tasks.list.name', async () => {
  assert.deepEqual(await list({ name: 'ALPHA' }), ['alpha', 'delta']);
  assert.deepEqual(await list({ name: 'load' }), [], 'only the beginning counts');
  assert.deepEqual(await list({ name: 'beta 100%' }), ['beta']);
  assert.deepEqual(await list({ name: '%' }), [], 'a wildcard is compared literally');
  assert.deepEqual(await list({ name: '_lpha' }), []);
});

test('tasks.list.artifact', async () => {
  assert.deepEqual(await list({ artifactId: tasks.gamma.artifact }), ['gamma']);
  assert.deepEqual(await list({ artifactId: newId() }), []);
});

test('tasks.list.runtime', async () => {
  assert.deepEqual(await list({ runtimeType: 'CLOUD' }), ['alpha', 'delta', 'gamma']);
  assert.deepEqual(await list({ runtimeType: 'REMOTE_ENGINE' }), ['beta']);
  assert.deepEqual(await list({ runtimeId: engine.id }), ['beta']);
  assert.deepEqual(await list({ runtimeId: newId() }), []);
  assert.deepEqual(await list({ runtimeRunProfileId: newId() }), []);
  assertRefused(await call(ROUTE, { query: { runtimeType: 'MOON' } }), 400, 'malformed_request');
});

test('pages are ordered by name, without gaps or repetitions', async () => {
  const names: string[] = [];
  for (let offset = 0; offset < 4; offset += 1) {
    const { body } = await call(ROUTE, { query: { limit: 1, offset } });
    assert.deepEqual(
      { limit: body.limit, offset: body.offset, total: body.total, length: body.items.length },
      { limit: 1, offset, total: 4, length: 1 },
    );
    names.push(nameOf(body.items[0].executable));
  }
  assert.equal(new Set(names).size, 4);
  assert.deepEqual((await call(ROUTE, { query: { offset: 4 } })).body, { items: [], limit: 100, offset: 4, total: 4 });
  for (const query of [{ limit: 0 }, { limit: 101 }, { offset: -1 }, { limit: 'all' }])
    assertRefused(await call(ROUTE, { query }), 400, 'malformed_request');
});

test('tasks.list.runtime: filters by cluster and by run profile', async () => {
  const workspace = await make.workspace();
  const cluster = await make.cluster({ environment: workspace.environment });
  const profile = await make.runProfile({ cluster: cluster.id });
  const onCluster = await make.task({ workspace: workspace.id, cluster: cluster.id, runProfile: profile.id });
  for (const query of [{ runtimeType: 'REMOTE_ENGINE_CLUSTER' }, { runtimeId: cluster.id }, { runtimeRunProfileId: profile.id }])
    assert.deepEqual(await list(query), [onCluster.id]);
  const { body } = await call(ROUTE, { query: { runtimeId: cluster.id } });
  assert.deepEqual(body.items[0].runtime, { type: 'REMOTE_ENGINE_CLUSTER', id: cluster.id, runProfileId: profile.id });
});
