import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BUILT_IN_ROLES, PERMISSIONS } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { changesRows, assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /account/roles';
const READ = 'GET /account/roles/{id}';
const LIST = 'GET /account/roles';
const server = await startTestServer();
const { call, make } = server;
const TABLES = ['role', 'role_permission'];

test('creates a role; reading it gives the same answer', async () => {
  await changesRows(server, { role: 2, role_permission: 2 }, async () => {
    const { status, body } = await call(ROUTE, { body: { name: 'Starter', permissions: ['SVC_OPERATOR', 'SVC_ENGINE_USE'] } });
    assert.equal(status, 201);
    assert.deepEqual(body, { id: body.id, name: 'Starter', permissions: ['SVC_ENGINE_USE', 'SVC_OPERATOR'], builtIn: false });
    assert.deepEqual((await call(READ, { path: { id: body.id } })).body, body);
    const empty = await call(ROUTE, { body: { name: 'Nothing yet' } });
    assert.deepEqual(empty.body, { id: empty.body.id, name: 'Nothing yet', permissions: [], builtIn: false });
  });
});

test('roles.create.permissions', async () => {
  const { body } = await call(ROUTE, { body: { name: 'Everything', permissions: [...PERMISSIONS, ...PERMISSIONS] } });
  assert.deepEqual(body.permissions, [...PERMISSIONS].toSorted());
  for (const permission of ['SVC_NOTHING', 'svc_operator', 'TenantAdmin', '', 7, null])
    await leavesNothing(server, ROUTE, { body: { name: 'Wrong', permissions: [permission] } }, 400, 'malformed_request', ...TABLES);
});

test('requests.body.vendor-words', async () => {
  const sent = ['TMC_OPERATOR', 'SVC_ENGINE_USE'];
  const asWritten = ['SVC_ENGINE_USE', 'TMC_OPERATOR'];
  const role = (await call(ROUTE, { body: { name: 'Imported', permissions: sent } })).body;
  const read = async () => (await call(READ, { path: { id: role.id } })).body.permissions;
  assert.deepEqual([role.permissions, await read()], [asWritten, asWritten]);
  const { body: resource } = await call('GET /scim/v2/Roles/{id}', { path: { id: role.id } });
  assert.deepEqual(
    resource.entitlements,
    asWritten.map((value) => ({ value })),
  );
  const replace = (body: object) => call('PUT /account/roles/{id}', { path: { id: role.id }, body });
  assert.equal((await replace({ name: 'Renamed' })).status, 200);
  assert.deepEqual(await read(), asWritten, 'permissions that are left out stay as they are');
  assert.deepEqual((await replace({ name: 'Imported', permissions: ['TMC_CLUSTER_MANAGEMENT'] })).body.permissions, [
    'TMC_CLUSTER_MANAGEMENT',
  ]);
  await replace({ name: 'Imported', permissions: ['SVC_CLUSTER_MANAGEMENT'] });
  assert.deepEqual(await read(), ['SVC_CLUSTER_MANAGEMENT']);

  const inTenantForm = (await call('POST /api/v1/roles', { body: { name: 'In tenant form', assignedScopes: sent } })).body;
  assert.deepEqual(inTenantForm.assignedScopes, asWritten);
  const patch = (...body: object[]) => call('PATCH /api/v1/roles/{id}', { path: { id: inTenantForm.id }, body });
  const scopes = async () => (await call('GET /api/v1/roles/{id}', { path: { id: inTenantForm.id } })).body.assignedScopes;
  await patch({ op: 'add', path: '/assignedScopes/-', value: 'TMC_USER_MANAGEMENT' });
  assert.deepEqual(await scopes(), ['SVC_ENGINE_USE', 'TMC_OPERATOR', 'TMC_USER_MANAGEMENT']);
  await patch({ op: 'remove-value', path: '/assignedScopes', value: ['TMC_OPERATOR'] });
  assert.deepEqual(await scopes(), ['SVC_ENGINE_USE', 'TMC_USER_MANAGEMENT']);
  await patch({ op: 'replace', path: '/assignedScopes', value: ['SVC_USER_MANAGEMENT'] });
  assert.deepEqual(await scopes(), ['SVC_USER_MANAGEMENT']);

  const account = (await call('POST /account/service-accounts', { body: { name: 'Imported', permissions: sent } })).body;
  assert.deepEqual(account.permissions, asWritten);
  const { body: listed } = await call('GET /account/service-accounts');
  assert.deepEqual(listed.find(({ id }: { id: string }) => id === account.id).permissions, asWritten);
  for (const permission of ['TMC_NOTHING', 'tmc_operator', 'TMC_', 'TMC_STATIC_IP_MANAGEMENT', 'TMC_DYN_ENGINE_READ'])
    await leavesNothing(server, ROUTE, { body: { name: 'Wrong', permissions: [permission] } }, 400, 'malformed_request', ...TABLES);
});

test('roles.create.name', async () => {
  const body = { name: 'Taken', permissions: ['SVC_OPERATOR'] };
  const answers = await Promise.all([1, 2, 3].map(() => call(ROUTE, { body })));
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409, 409]);
  await leavesNothing(server, ROUTE, { body }, 409, 'role_name_taken', ...TABLES);
  await leavesNothing(server, ROUTE, { body: { name: 'TenantAdmin' } }, 409, 'role_name_taken', ...TABLES);
  const stranger = await make.user({ permissions: ['SVC_ROLE_MANAGEMENT', 'SVC_OPERATOR'], tenant: await make.otherTenant() });
  assert.equal((await call(ROUTE, { token: stranger.token, body })).status, 201);
});

test('roles.all.permission', async () => {
  const without = await make.user({ permissions: PERMISSIONS.filter((permission) => permission !== 'SVC_ROLE_MANAGEMENT') });
  await leavesNothing(server, ROUTE, { token: without.token, body: { name: 'No' } }, 403, 'forbidden', ...TABLES);
  assertRefused(await call(LIST, { token: without.token }), 403, 'forbidden');
  assertRefused(await call(ROUTE, { token: undefined, body: { name: 'No' } }), 401, 'not_signed_in');
  const only = await make.user({ permissions: ['SVC_ROLE_MANAGEMENT'] });
  assert.equal((await call(ROUTE, { token: only.token, body: { name: 'Yes' } })).status, 201);
});

test('refuses blank and overlong names and unknown fields', async () => {
  for (const body of [
    {},
    { name: '' },
    { name: '   ' },
    { name: 'x'.repeat(256) },
    { name: 'x', users: [] },
    { name: 'x', permissions: 'SVC_OPERATOR' },
  ])
    await leavesNothing(server, ROUTE, { body }, 400, 'malformed_request', ...TABLES);
});

test('roles.list.name', async () => {
  const admin = await make.user({ permissions: ['SVC_ROLE_MANAGEMENT', 'SVC_OPERATOR'], tenant: await make.otherTenant() });
  const names = async (query: Record<string, unknown>): Promise<string[]> =>
    (await call(LIST, { token: admin.token, query })).body.map(({ name }: { name: string }) => name);
  const all = await names({});
  const builtIn = Object.keys(BUILT_IN_ROLES);
  assert.deepEqual(all.filter((name) => builtIn.includes(name)).toSorted(), [...builtIn].toSorted());
  assert.deepEqual(await names({ nameFilter: 'ADMINISTRATOR' }), [
    'Environment Administrator',
    'Infrastructure Administrator',
    'Project Administrator',
    'Security Administrator',
  ]);
  assert.deepEqual(await names({ nameFilter: '%' }), []);
  const first = await call(LIST, { token: admin.token, query: { size: 3 } });
  assert.deepEqual([first.body.length, first.headers.get('total-elements')], [3, String(all.length)]);
  assert.deepEqual([...(await names({ size: 3 })), ...(await names({ size: 3, page: 2 })), ...(await names({ size: 3, page: 3 }))], all);
  const { body } = await call(LIST, { token: admin.token, query: { nameFilter: 'TenantAdmin' } });
  assert.deepEqual([body[0].builtIn, body[0].permissions.length], [true, PERMISSIONS.length]);
});

test('answers 404 to an unknown role and to a role of another tenant', async () => {
  const { body } = await call(ROUTE, { body: { name: 'Hidden' } });
  const stranger = await make.user({ permissions: ['SVC_ROLE_MANAGEMENT', 'SVC_OPERATOR'], tenant: await make.otherTenant() });
  assertRefused(await call(READ, { token: stranger.token, path: { id: body.id } }), 404, 'not_found');
  assertRefused(await call(READ, { path: { id: newId() } }), 404, 'not_found');
});
