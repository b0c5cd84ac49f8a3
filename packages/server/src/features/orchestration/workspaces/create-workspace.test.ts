import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /orchestration/workspaces';
const server = await startTestServer();
const { call, make } = server;

const shown = async (id: string, token?: string) =>
  (await call('GET /orchestration/workspaces', { query: { query: `id==${id}` }, ...(token && { token }) })).body[0];

test('creates a workspace with the values of the body', async () => {
  const environmentId = await make.environment({ name: 'Stage' });
  const { status, body } = await call(ROUTE, { body: { name: ' Finance ', description: 'Bills', environmentId } });
  assert.equal(status, 201);
  const { id, createDate, updateDate, ...rest } = body;
  assert.deepEqual(rest, {
    name: 'Finance',
    description: 'Bills',
    owner: 'admin',
    ownerFullName: 'Millrace Administrator',
    type: 'Custom',
    environmentId,
  });
  assert.match(createDate, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.equal(updateDate, createDate);
  assert.deepEqual(await shown(id), {
    id,
    name: 'Finance',
    description: 'Bills',
    owner: 'admin',
    type: 'custom',
    environment: { id: environmentId, name: 'Stage', maxCloudContainers: 0, default: false },
    protectedArtifactUpdate: false,
  });
});

test('workspaces.create.custom', async () => {
  const environmentId = await make.environment();
  const { body } = await call(ROUTE, { body: { name: 'Mine', environmentId } });
  assert.equal(body.type, 'Custom');
  assert.equal((await shown(body.id)).type, 'custom');
  for (const type of ['Shared', 'Personal', 'Custom']) {
    assertRefused(await call(ROUTE, { body: { name: 'Other', environmentId, type } }), 400, 'malformed_request');
  }
});

test('workspaces.create.name', async () => {
  const environmentId = await make.environment();
  await call(ROUTE, { body: { name: 'Taken', environmentId } });
  for (const name of ['Taken', ' Taken ']) {
    await leavesNothing(server, ROUTE, { body: { name, environmentId } }, 409, 'workspace_name_taken', 'workspace');
  }
  assert.equal(
    (await call(ROUTE, { body: { name: 'Taken', environmentId: await make.environment() } })).status,
    201,
    'another environment may use the name',
  );
});

test('workspaces.create.name: exactly one of concurrent creations succeeds', async () => {
  const body = { name: 'Contested', environmentId: await make.environment() };
  const { workspace = 0 } = await server.count('workspace');
  const answers = await Promise.all(Array.from({ length: 6 }, () => call(ROUTE, { body })));
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409, 409, 409, 409, 409]);
  assert.deepEqual(await server.count('workspace'), { workspace: workspace + 1 });
});

test('a workspace created while its environment is deleted is either refused or deleted with it', async () => {
  for (let round = 0; round < 5; round += 1) {
    const Id = await make.environment();
    const [created, deleted] = await Promise.all([
      call(ROUTE, { body: { name: 'Late', environmentId: Id } }),
      call('DELETE /orchestration/environments/{Id}', { path: { Id } }),
    ]);
    assert.ok(created.status === 201 || created.status === 404, JSON.stringify(created.body));
    assert.equal(deleted.status, 204);
    assert.deepEqual((await call('GET /orchestration/workspaces', { query: { query: `environment.id==${Id}` } })).body, []);
  }
});

test('workspaces.create.owner', async () => {
  const environmentId = await make.environment();
  const owner = await make.user();
  const owned = await call(ROUTE, { body: { name: 'Owned', environmentId, owner: owner.login } });
  assert.deepEqual([owned.status, owned.body.owner, owned.body.ownerFullName], [201, owner.login, 'Test User']);
  const shouted = await call(ROUTE, { body: { name: 'Shouted', environmentId, owner: owner.login.toUpperCase() } });
  assert.deepEqual([shouted.status, shouted.body.owner], [201, owner.login], 'a login is found in any letter case');

  const inactive = await make.user({ active: false });
  const stranger = await make.user({ tenant: await make.otherTenant() });
  for (const login of ['nobody', '', inactive.login, stranger.login]) {
    await leavesNothing(server, ROUTE, { body: { name: 'Unowned', environmentId, owner: login } }, 400, 'owner_unknown', 'workspace');
  }
  const manager = await make.user({ permissions: ['SVC_ENVIRONMENT_MANAGEMENT'] });
  const own = await call(ROUTE, { token: manager.token, body: { name: 'Own', environmentId, owner: null } });
  assert.deepEqual([own.status, own.body.owner], [201, manager.login]);
});

test('workspaces.create.rights', async () => {
  const owner = await make.user({ permissions: ['SVC_OPERATOR'] });
  const { body } = await call(ROUTE, { body: { name: 'Owned', environmentId: await make.environment(), owner: owner.login } });
  assert.deepEqual(await server.count('workspace_right'), { workspace_right: 0 });
  assert.equal((await shown(body.id, owner.token)).id, body.id, 'VIEW');
  const { token } = owner;
  assert.equal(
    (await call('PUT /orchestration/workspaces/{id}', { token, path: { id: body.id }, body: { name: 'Managed' } })).status,
    204,
    'MANAGE',
  );
  const artifact = await make.artifact({ workspace: body.id });
  const task = await call('POST /orchestration/executables/tasks', {
    token,
    body: {
      name: 'Task',
      workspaceId: body.id,
      environmentId: body.environmentId,
      artifact: { id: artifact.id, version: artifact.version },
      parameters: {},
    },
  });
  assert.equal(task.status, 201, `AUTHOR ${JSON.stringify(task.body)}`);
  const configured = await make.task({ workspace: body.id, artifactVersion: artifact.versionId });
  assert.equal((await call('POST /processing/executions', { token, body: { executable: configured.id } })).status, 201, 'EXECUTE');
});

test('workspaces.create.permission', async () => {
  const body = { name: 'Allowed', environmentId: await make.environment() };
  assertRefused(await call(ROUTE, { token: undefined, body }), 401, 'not_signed_in');
  const { token } = await make.user({ permissions: ['SVC_OPERATOR', 'SVC_CLUSTER_MANAGEMENT'] });
  await leavesNothing(server, ROUTE, { token, body }, 403, 'forbidden', 'workspace');
  const manager = await make.user({ permissions: ['SVC_ENVIRONMENT_MANAGEMENT'] });
  assert.equal((await call(ROUTE, { token: manager.token, body })).status, 201);
});

test('answers 404 to unknown environments and environments of another tenant', async () => {
  const foreign = await make.environment({ tenant: await make.otherTenant() });
  for (const environmentId of [foreign, crypto.randomUUID()]) {
    await leavesNothing(server, ROUTE, { body: { name: 'Lost', environmentId } }, 404, 'not_found', 'workspace');
  }
});

test('refuses a malformed body', async () => {
  const fits = { name: 'Fits', environmentId: await make.environment() };
  const bodies: unknown[] = [
    {},
    { name: 'Fits' },
    { environmentId: fits.environmentId },
    { ...fits, name: '' },
    { ...fits, name: '    ' },
    { ...fits, name: 'x'.repeat(256) },
    { ...fits, name: ['Fits'] },
    { ...fits, description: 'x'.repeat(4001) },
    { ...fits, environmentId: 'default' },
    { ...fits, environmentId: null },
    { ...fits, protectedArtifactUpdate: true },
  ];
  for (const body of bodies) await leavesNothing(server, ROUTE, { body }, 400, 'malformed_request', 'workspace');
});
