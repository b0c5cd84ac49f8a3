import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'PUT /orchestration/workspaces/{id}';
const { call, make } = await startTestServer();

const shown = async (id: string) => (await call('GET /orchestration/workspaces', { query: { query: `id==${id}` } })).body[0];

test('replaces the settings; an owner that the body leaves out stays', async () => {
  const owner = await make.user();
  const { id } = await make.workspace();
  const put = (body: object) => call(ROUTE, { path: { id }, body });
  const values = { name: ' Renamed ', description: 'why', owner: owner.login, protectedArtifactUpdate: true };
  assert.equal((await put(values)).status, 204);
  const { environment: _, ...first } = await shown(id);
  assert.deepEqual(first, { id, ...values, name: 'Renamed', type: 'custom' });
  assert.equal((await put({ name: 'Renamed', owner: null })).status, 204);
  const { environment: __, ...second } = await shown(id);
  assert.deepEqual(second, { id, name: 'Renamed', owner: owner.login, type: 'custom', protectedArtifactUpdate: false });
});

test('workspaces.create.name: replacing', async () => {
  const { id, environment } = await make.workspace({ name: 'Mine' });
  await make.workspace({ environment, name: 'Taken' });
  const before = await shown(id);
  assertRefused(await call(ROUTE, { path: { id }, body: { name: 'Taken', description: 'lost' } }), 409, 'workspace_name_taken');
  assert.deepEqual(await shown(id), before);
  assert.equal((await call(ROUTE, { path: { id }, body: { name: 'Mine' } })).status, 204, 'a workspace may keep its name');
});

test('workspaces.create.owner: replacing', async () => {
  const { id } = await make.workspace();
  const before = await shown(id);
  const inactive = await make.user({ active: false });
  const stranger = await make.user({ tenant: await make.otherTenant() });
  for (const owner of ['nobody', '', inactive.login, stranger.login]) {
    assertRefused(await call(ROUTE, { path: { id }, body: { name: 'Given away', owner } }), 400, 'owner_unknown');
  }
  assert.deepEqual(await shown(id), before);
});

test('workspaces.create.rights: a new owner holds all rights, the former owner none', async () => {
  const [formerOwner, newOwner] = [await make.user(), await make.user()];
  const { id } = await make.workspace({ owner: formerOwner.id });
  const put = (token: string, owner: string) => call(ROUTE, { token, path: { id }, body: { name: 'Given', owner } });
  assert.equal((await put(formerOwner.token, newOwner.login)).status, 204);
  assertRefused(await put(formerOwner.token, formerOwner.login), 404, 'not_found');
  assert.equal((await put(newOwner.token, newOwner.login)).status, 204);
});

test('workspaces.replace.right', async () => {
  const { id } = await make.workspace();
  const before = await shown(id);
  const put = (token: string | undefined) => call(ROUTE, { token, path: { id }, body: { name: 'Changed' } });
  assertRefused(await put(undefined), 401, 'not_signed_in');
  for (const right of ['VIEW', 'EXECUTE', 'AUTHOR', 'PUBLISH'] as const) {
    assertRefused(await put((await make.user({ permissions: ['SVC_OPERATOR'], rights: { [id]: [right] } })).token), 403, 'right_missing');
  }
  assertRefused(await put((await make.user({ permissions: ['SVC_CLUSTER_MANAGEMENT'] })).token), 403, 'right_missing');
  assertRefused(await put((await make.user({ permissions: ['SVC_OPERATOR'] })).token), 404, 'not_found');
  assert.deepEqual(await shown(id), before);
  assert.equal((await put((await make.user({ rights: { [id]: ['MANAGE'] } })).token)).status, 204);
  assert.equal((await put((await make.user({ permissions: ['SVC_ENVIRONMENT_MANAGEMENT'] })).token)).status, 204);
});

test('answers 404 to unknown workspaces and workspaces of another tenant', async () => {
  const foreign = await make.workspace({ tenant: await make.otherTenant() });
  for (const id of [foreign.id, crypto.randomUUID()])
    assertRefused(await call(ROUTE, { path: { id }, body: { name: 'Mine' } }), 404, 'not_found');
});

test('refuses a malformed body', async () => {
  const { id } = await make.workspace();
  const before = await shown(id);
  const bodies = [
    undefined,
    {},
    { name: ' ' },
    { name: 'x'.repeat(256) },
    { name: 'a', protectedArtifactUpdate: 'yes' },
    { name: 'a', size: 5 },
  ];
  for (const body of bodies) assertRefused(await call(ROUTE, { path: { id }, body }), 400, 'malformed_request');
  assertRefused(await call(ROUTE, { path: { id: 'none' }, body: { name: 'a' } }), 400, 'malformed_request');
  assert.deepEqual(await shown(id), before);
});
