import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'PUT /account/roles/{id}';
const DELETE = 'DELETE /account/roles/{id}';
const server = await startTestServer();
const { call, make } = server;
const TABLES = ['role', 'role_permission', 'account_role'];

let number = 0;
const createRole = async (permissions: string[] = []) =>
  (await call('POST /account/roles', { body: { name: `Role ${(number += 1)}`, permissions } })).body;
const read = async (id: string) => (await call('GET /account/roles/{id}', { path: { id } })).body;
const builtIn = async (name: string) => (await call('GET /account/roles', { query: { nameFilter: name } })).body[0];

test('roles.replace.kept', async () => {
  const { id } = await createRole(['SVC_OPERATOR', 'SVC_ENGINE_USE']);
  const user = await make.user();
  await call('POST /account/users/{id}/roles', { path: { id: user.id }, body: [id] });
  const permissions = async () => (await call('GET /account/me', { token: user.token })).body.permissions;
  assert.deepEqual(await permissions(), ['SVC_ENGINE_USE', 'SVC_OPERATOR']);

  const renamed = await call(ROUTE, { path: { id }, body: { name: 'Renamed' } });
  assert.deepEqual(renamed.body, { id, name: 'Renamed', permissions: ['SVC_ENGINE_USE', 'SVC_OPERATOR'], builtIn: false });
  const changed = await call(ROUTE, { path: { id }, body: { name: 'Renamed', permissions: ['SVC_OPERATOR', 'AUDIT_LOGS_VIEW'] } });
  assert.deepEqual([changed.status, changed.body], [200, await read(id)]);
  assert.deepEqual(await permissions(), ['AUDIT_LOGS_VIEW', 'SVC_OPERATOR']);
  await call(ROUTE, { path: { id }, body: { ...changed.body, permissions: [] } });
  assert.deepEqual(await permissions(), []);
});

test('roles.create.name: a change to a taken name', async () => {
  const [one, other] = [await createRole(), await createRole(['SVC_OPERATOR'])];
  await leavesNothing(server, ROUTE, { path: { id: one.id }, body: { name: other.name } }, 409, 'role_name_taken', ...TABLES);
  assert.deepEqual(await read(one.id), one);
});

test('roles.all.built-in', async () => {
  for (const name of ['TenantAdmin', 'Operator']) {
    const role = await builtIn(name);
    for (const body of [{ name: 'Other' }, { name, permissions: [] }, role])
      await leavesNothing(server, ROUTE, { path: { id: role.id }, body }, 409, 'role_built_in', ...TABLES);
    await leavesNothing(server, DELETE, { path: { id: role.id } }, 409, 'role_built_in', ...TABLES);
    assert.deepEqual(await read(role.id), role);
  }
});

test('roles.delete.users', async () => {
  const { id, name } = await createRole(['SVC_OPERATOR']);
  const user = await make.user();
  await call('POST /account/users/{id}/roles', { path: { id: user.id }, body: [id] });
  assert.equal((await call(DELETE, { path: { id } })).status, 204);
  const { body } = await call('GET /account/me', { token: user.token });
  assert.deepEqual(body.permissions, []);
  assert.ok(!body.roles.some((role: { name: string }) => role.name === name));
  assertRefused(await call(DELETE, { path: { id } }), 404, 'not_found');
});

test('refuses unknown ids, roles of other tenants and callers without the permission', async () => {
  const role = await createRole(['SVC_OPERATOR']);
  const stranger = await make.user({ permissions: ['SVC_ROLE_MANAGEMENT'], tenant: await make.otherTenant() });
  const weak = await make.user({ permissions: ['SVC_USER_MANAGEMENT'] });
  for (const route of [ROUTE, DELETE]) {
    const body = route === ROUTE ? { name: 'Never' } : undefined;
    await leavesNothing(server, route, { path: { id: newId() }, body }, 404, 'not_found', ...TABLES);
    await leavesNothing(server, route, { token: stranger.token, path: { id: role.id }, body }, 404, 'not_found', ...TABLES);
    await leavesNothing(server, route, { token: weak.token, path: { id: role.id }, body }, 403, 'forbidden', ...TABLES);
  }
  assert.deepEqual(await read(role.id), role);
});
