import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const LIST = 'GET /api/v1/roles';
const CREATE = 'POST /api/v1/roles';
const READ = 'GET /api/v1/roles/{id}';
const CHANGE = 'PATCH /api/v1/roles/{id}';
const DELETE = 'DELETE /api/v1/roles/{id}';
const server = await startTestServer();
const { call, make } = server;
const TABLES = ['role', 'role_permission', 'account_role', 'group_role'];
const builtIn: string = (await call(LIST, { query: { filter: 'name eq "TenantAdmin"' } })).body.data[0].id;
const create = async (body: object) => (await call(CREATE, { body })).body;
const read = async (id: string) => (await call(READ, { path: { id } })).body;

test('creates a role, which the operations below /account also show', async () => {
  const body = { name: 'Runner', description: 'Runs tasks', assignedScopes: ['SVC_OPERATOR', 'SVC_ENGINE_USE', 'SVC_OPERATOR'] };
  const { status, body: role } = await call(CREATE, { body });
  assert.equal(status, 201, JSON.stringify(role));
  const { id, createdAt, lastUpdatedAt, ...rest } = role;
  assert.deepEqual(rest, {
    name: 'Runner',
    description: 'Runs tasks',
    type: 'custom',
    level: 'user',
    tenantId: await make.tenant(),
    assignedScopes: ['SVC_ENGINE_USE', 'SVC_OPERATOR'],
    canEdit: true,
    canDelete: true,
    links: { self: { href: `${server.url}/api/v1/roles/${id}` } },
  });
  assert.equal(createdAt, lastUpdatedAt);
  assert.deepEqual(await read(id), role);
  await call('PUT /account/roles/{id}', { path: { id }, body: { name: 'Runner', permissions: ['SVC_ROLE_MANAGEMENT'] } });
  const { description, level } = await read(id);
  assert.deepEqual([description, level], ['Runs tasks', 'admin'], 'a change below /account keeps the description');
  const { type, canEdit, canDelete } = await read(builtIn);
  assert.deepEqual([type, canEdit, canDelete], ['default', false, false]);
  await leavesNothing(server, CREATE, { body }, 409, 'role_name_taken', ...TABLES);
  await leavesNothing(server, CREATE, { body: { name: 'X', assignedScopes: ['root'] } }, 400, 'malformed_request', ...TABLES);
});

test('tenant-roles.patch.scopes', async () => {
  const { id } = await create({ name: 'Changing', assignedScopes: ['SVC_OPERATOR'] });
  const change = (...body: object[]) => call(CHANGE, { path: { id }, body });
  const scopes = async (): Promise<string[]> => (await read(id)).assignedScopes;
  const answer = await change(
    { op: 'replace', path: '/name', value: 'Changed' },
    { op: 'replace', path: '/description', value: 'Other' },
    { op: 'add', path: '/assignedScopes', value: ['SVC_ENGINE_USE', 'SVC_OPERATOR'] },
    { op: 'add', path: '/assignedScopes/-', value: 'SVC_CLUSTER_MANAGEMENT' },
  );
  assert.equal(answer.status, 204, JSON.stringify(answer.body));
  assert.deepEqual(await scopes(), ['SVC_CLUSTER_MANAGEMENT', 'SVC_ENGINE_USE', 'SVC_OPERATOR']);
  assert.deepEqual([(await read(id)).name, (await read(id)).description], ['Changed', 'Other']);
  await change({ op: 'remove-value', path: '/assignedScopes', value: ['SVC_OPERATOR', 'SVC_CLUSTER_MANAGEMENT'] });
  assert.deepEqual(await scopes(), ['SVC_ENGINE_USE']);
  await change({ op: 'replace', path: '/assignedScopes', value: [] });
  assert.deepEqual(await scopes(), []);
  for (const operation of [
    { op: 'replace', path: '/assignedScopes/-', value: 'SVC_OPERATOR' },
    { op: 'add', path: '/assignedScopes/-', value: 'root' },
    { op: 'add', path: '/assignedScopes', value: 'SVC_OPERATOR' },
    { op: 'replace', path: '/type', value: 'default' },
  ])
    await leavesNothing(server, CHANGE, { path: { id }, body: [operation] }, 400, 'malformed_request', ...TABLES);
  await create({ name: 'Taken' });
  const renamed = [{ op: 'replace', path: '/name', value: 'Taken' }];
  await leavesNothing(server, CHANGE, { path: { id }, body: renamed }, 409, 'role_name_taken', ...TABLES);
  for (const [route, body] of [[CHANGE, renamed], [DELETE]] as const)
    await leavesNothing(server, route, { path: { id: builtIn }, ...(body && { body }) }, 409, 'role_built_in', ...TABLES);
});

test('tenant-roles.delete.unassigned', async () => {
  const { id, name } = await create({ name: 'Assigned' });
  const user = await make.user();
  const group = (await call('POST /account/groups', { body: { name: 'With it', roleIds: [id] } })).body;
  await leavesNothing(server, DELETE, { path: { id } }, 409, 'role_assigned', ...TABLES);
  assert.equal((await read(id)).canDelete, false);
  await call('PATCH /account/groups/{id}', { path: { id: group.id }, body: { name, roleIds: [] } });
  await call('POST /account/users/{id}/roles', { path: { id: user.id }, body: [id] });
  await leavesNothing(server, DELETE, { path: { id } }, 409, 'role_assigned', ...TABLES);
  await call('DELETE /account/users/{id}/roles/{roleId}', { path: { id: user.id, roleId: id } });
  assert.equal((await call(DELETE, { path: { id } })).status, 204);
  const missing = await call(READ, { path: { id } });
  assertRefused(missing, 404, 'not_found');
  assert.equal(missing.body.errors[0].code, 'IDENTITIES-10402');
});

test('tenant-roles.list.attributes', async () => {
  const { id } = await create({ name: 'Listed', description: 'Found by text', assignedScopes: ['SVC_PROJECT_MANAGEMENT'] });
  const found = async (filter: string, query: object = {}): Promise<string[]> => {
    const { status, body } = await call(LIST, { query: { filter, ...query } });
    assert.equal(status, 200, JSON.stringify(body));
    return body.data.map((role: { name: string }) => role.name);
  };
  assert.deepEqual(await found(`id eq "${id}"`), ['Listed']);
  assert.deepEqual(await found('description co "by text"'), ['Listed']);
  assert.deepEqual(await found('type eq "custom" and level eq "admin" and assignedScopes eq "SVC_PROJECT_MANAGEMENT"'), ['Listed']);
  assert.ok((await found('type eq "default"', { sort: '-level,name' })).includes('TenantAdmin'));
  assertRefused(await call(LIST, { query: { filter: 'permissions pr' } }), 400, 'malformed_filter');
  const stranger = await make.user({ tenant: await make.otherTenant(), permissions: PERMISSIONS });
  assertRefused(await call(READ, { token: stranger.token, path: { id } }), 404, 'not_found');
  const { body } = await call(LIST, { token: stranger.token, query: { filter: 'name eq "Listed"', totalResults: true } });
  assert.deepEqual([body.data, body.totalResults], [[], 0]);
});

test('tenant-roles.all.permission', async () => {
  const { token } = await make.user({ permissions: PERMISSIONS.filter((one) => one !== 'SVC_ROLE_MANAGEMENT') });
  for (const [route, body] of [
    [LIST],
    [CREATE, { name: 'No' }],
    [READ],
    [CHANGE, [{ op: 'replace', path: '/name', value: 'No' }]],
    [DELETE],
  ] as const)
    assertRefused(await call(route, { token, path: { id: builtIn }, ...(body && { body }) }), 403, 'forbidden');
});
