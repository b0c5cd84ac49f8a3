import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ADD = 'POST /account/users/{id}/roles';
const LIST = 'GET /account/users/{id}/roles';
const REMOVE = 'DELETE /account/users/{id}/roles/{roleId}';
const ADD_USERS = 'POST /account/roles/{id}/users';
const USER_ROWS = 'GET /account/roles/{id}/users';
const REMOVE_USER = 'DELETE /account/roles/{id}/users/{userId}';
const server = await startTestServer();
const { call, make } = server;

let number = 0;
const createRole = async (): Promise<string> => (await call('POST /account/roles', { body: { name: `Role ${(number += 1)}` } })).body.id;
/** A user without roles. */
async function userWithoutRoles(): Promise<string> {
  const { id } = await make.user();
  for (const { id: roleId } of (await call(LIST, { path: { id } })).body) await call(REMOVE, { path: { id, roleId } });
  return id;
}
const roleIds = async (id: string): Promise<string[]> => (await call('GET /account/users/{id}', { path: { id } })).body.roleIds;

test('users.roles.kept', async () => {
  const [id, one, other] = [await userWithoutRoles(), await createRole(), await createRole()];
  assert.deepEqual((await call(ADD, { path: { id }, body: [one] })).body.roleIds, [one]);
  const { status, body } = await call(ADD, { path: { id }, body: [other, one, other] });
  assert.deepEqual([status, body.roleIds], [200, [one, other].toSorted()]);
  const second = await userWithoutRoles();
  const both = await Promise.all([
    call(ADD_USERS, { path: { id: one }, body: [second, id] }),
    call(ADD_USERS, { path: { id: other }, body: [second] }),
  ]);
  for (const { status: added } of both) assert.equal(added, 204);
  assert.deepEqual(await roleIds(second), [one, other].toSorted());
});

test('lists the roles of a user by name and the users of a role by login, in pages', async () => {
  const [role, ...others] = [await createRole(), await createRole(), await createRole()];
  const users = [await make.user(), await make.user()].toSorted((a, b) => (a.login < b.login ? -1 : 1));
  await call(ADD_USERS, { path: { id: role }, body: users.map(({ id }) => id) });
  const listed = await call(USER_ROWS, { path: { id: role }, query: { size: 1, page: 2 } });
  assert.deepEqual([listed.body[0].id, listed.headers.get('total-elements')], [users[1]?.id, '2']);
  assert.deepEqual(listed.body[0], (await call('GET /account/users/{id}', { path: { id: users[1]?.id ?? '' } })).body);

  const id = await userWithoutRoles();
  await call(ADD, { path: { id }, body: [...others, role] });
  const names = (await call(LIST, { path: { id } })).body.map(({ name }: { name: string }) => name);
  assert.deepEqual([names.length, names], [3, names.toSorted()]);
  assert.equal((await call(LIST, { path: { id }, query: { size: 2, page: 2 } })).body.length, 1);
});

test('users.roles.missing', async () => {
  const [id, role, other] = [await userWithoutRoles(), await createRole(), await createRole()];
  await call(ADD, { path: { id }, body: [role] });
  await leavesNothing(server, REMOVE, { path: { id, roleId: other } }, 404, 'not_found', 'account_role');
  await leavesNothing(server, REMOVE_USER, { path: { id: other, userId: id } }, 404, 'not_found', 'account_role');
  assert.equal((await call(REMOVE, { path: { id, roleId: role } })).status, 204);
  assert.deepEqual(await roleIds(id), []);
  await call(ADD, { path: { id }, body: [role, other] });
  assert.equal((await call(REMOVE_USER, { path: { id: role, userId: id } })).status, 204);
  assert.deepEqual(await roleIds(id), [other]);
});

test('users.roles.tenant: gives no role if one of the ids is unknown or of another tenant', async () => {
  const [id, role] = [await userWithoutRoles(), await createRole()];
  const tenant = await make.otherTenant();
  const stranger = await make.user({ tenant, permissions: ['SVC_ROLE_MANAGEMENT', 'SVC_USER_MANAGEMENT'] });
  const foreign = (await call('GET /account/roles', { token: stranger.token })).body[0].id;
  for (const wrong of [newId(), foreign])
    await leavesNothing(server, ADD, { path: { id }, body: [role, wrong] }, 404, 'not_found', 'account_role');
  for (const wrong of [newId(), stranger.id])
    await leavesNothing(server, ADD_USERS, { path: { id: role }, body: [id, wrong] }, 404, 'not_found', 'account_role');
  for (const body of [[], ['me'], [null], { id }]) {
    await leavesNothing(server, ADD, { path: { id }, body }, 400, 'malformed_request', 'account_role');
    await leavesNothing(server, ADD_USERS, { path: { id: role }, body }, 400, 'malformed_request', 'account_role');
  }
  for (const [route, path, body] of [
    [ADD, { id }, [foreign]],
    [LIST, { id }, undefined],
    [REMOVE, { id, roleId: foreign }, undefined],
    [USER_ROWS, { id: role }, undefined],
    [ADD_USERS, { id: role }, [stranger.id]],
    [REMOVE_USER, { id: role, userId: stranger.id }, undefined],
  ] as const)
    assertRefused(await call(route, { token: stranger.token, path: path as Record<string, string>, body }), 404, 'not_found');
});
