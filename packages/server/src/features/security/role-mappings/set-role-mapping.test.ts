import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const server = await startTestServer();
const { call, make } = server;

const LIST = 'GET /security/role-mappings';
const SET = 'POST /security/role-mappings';
const ONE = 'GET /security/role-mappings/{customerRoleName}';
const DELETE = 'DELETE /security/role-mappings/{customerRoleName}';
const TABLES = ['role_mapping', 'role_mapping_role'];

let made = 0;
const newRole = async (permissions: readonly string[] = [], token?: string): Promise<{ id: string; name: string }> => {
  const name = `mapped ${(made += 1)}`;
  const sent = { body: { name, permissions } };
  return (await call('POST /account/roles', token === undefined ? sent : { ...sent, token })).body;
};

describe('role mappings', () => {
  test('are created, read and listed by name', async () => {
    const [one, other] = [await newRole(), await newRole()];
    for (const name of ['team b', 'team a'])
      assert.equal((await call(SET, { body: { name, roles: [other.name, one.name, one.name] } })).status, 200);
    const expected = { name: 'team a', roles: [one.name, other.name] };
    assert.deepEqual((await call(ONE, { path: { customerRoleName: 'team a' } })).body, expected);
    const { body } = await call(LIST);
    assert.deepEqual(body, [expected, { ...expected, name: 'team b' }]);
  });

  test('names with any characters are found again', async () => {
    for (const name of ['/cn=ops/dc=example', 'Équipe 1 %2F?#', '..', 'https://example.com/roles/ops', 'x'.repeat(255)]) {
      assert.equal((await call(SET, { body: { name, roles: [] } })).body.name, name);
      // A client resolves `..` before it sends the path.
      if (name !== '..') assert.deepEqual((await call(ONE, { path: { customerRoleName: name } })).body, { name, roles: [] });
    }
    assertRefused(await call(ONE, { path: { customerRoleName: 'équipe 1 %2F?#' } }), 404, 'not_found');
  });

  test('role-mappings.set.replace', async () => {
    const [one, other] = [await newRole(), await newRole()];
    await call(SET, { body: { name: 'kept', roles: [one.name] } });
    await call(SET, { body: { name: 'replaced', roles: [one.name] } });
    assert.deepEqual((await call(SET, { body: { name: 'replaced', roles: [other.name] } })).body.roles, [other.name]);
    assert.deepEqual((await call(ONE, { path: { customerRoleName: 'kept' } })).body.roles, [one.name]);
    const answers = await Promise.all([one, other].map(({ name }) => call(SET, { body: { name: 'at once', roles: [name] } })));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    );
    assert.equal((await call(ONE, { path: { customerRoleName: 'at once' } })).body.roles.length, 1, 'the later change counts as a whole');
  });

  test('role-mappings.set.roles', async () => {
    const [one, other] = [await newRole(), await newRole()];
    const { body } = await call(SET, { body: { name: 'by id', roles: [one.id.toUpperCase(), one.name, other.name] } });
    assert.deepEqual(body.roles, [one.name, other.name]);
    const namesake = (await call('POST /account/roles', { body: { name: other.id } })).body;
    const named = await call(SET, { body: { name: 'a name before an id', roles: [other.id] } });
    assert.deepEqual(named.body.roles, [namesake.name]);

    const stranger = await make.user({ tenant: await make.otherTenant(), permissions: ['SVC_SSO_MANAGEMENT', 'SVC_ROLE_MANAGEMENT'] });
    const foreign = await newRole([], stranger.token);
    for (const role of ['no such role', crypto.randomUUID(), foreign.id, foreign.name, one.name.toUpperCase()])
      await leavesNothing(server, SET, { body: { name: 'unknown', roles: [one.name, role] } }, 404, 'not_found', ...TABLES);
  });

  test('role-mappings.set.no-escalation', async () => {
    const { token } = await make.user({ permissions: ['SVC_SSO_MANAGEMENT', 'SVC_OPERATOR'] });
    const [weak, strong] = [await newRole(['SVC_OPERATOR']), await newRole(['SVC_OPERATOR', 'SVC_USER_MANAGEMENT'])];
    assert.equal((await call(SET, { token, body: { name: 'mine', roles: [weak.id] } })).status, 200);
    for (const role of [strong.name, 'TenantAdmin'])
      await leavesNothing(server, SET, { token, body: { name: 'mine', roles: [role] } }, 403, 'role_has_more_permissions', ...TABLES);
    assert.deepEqual((await call(ONE, { path: { customerRoleName: 'mine' } })).body.roles, [weak.name]);
  });

  test('role-mappings.all.permission', async () => {
    const { token } = await make.user({ permissions: ['SVC_USER_MANAGEMENT', 'SVC_ROLE_MANAGEMENT'] });
    const path = { customerRoleName: 'any' };
    await leavesNothing(server, SET, { token, body: { name: 'any', roles: [] } }, 403, 'forbidden', ...TABLES);
    await leavesNothing(server, 'DELETE /security/role-mappings', { token }, 403, 'forbidden', ...TABLES);
    await leavesNothing(server, DELETE, { token, path }, 403, 'forbidden', ...TABLES);
    for (const route of [LIST, ONE]) assertRefused(await call(route, { token, path }), 403, 'forbidden');
  });

  test('role-mappings.one.missing', async () => {
    await call(SET, { body: { name: 'of this tenant', roles: ['Operator'] } });
    const { token } = await make.user({ tenant: await make.otherTenant(), permissions: ['SVC_SSO_MANAGEMENT'] });
    assert.deepEqual((await call(LIST, { token })).body, []);
    for (const sent of [{ path: { customerRoleName: 'nowhere' } }, { token, path: { customerRoleName: 'of this tenant' } }]) {
      assertRefused(await call(ONE, sent), 404, 'not_found');
      await leavesNothing(server, DELETE, sent, 404, 'not_found', ...TABLES);
    }
    const path = { customerRoleName: 'of this tenant' };
    assert.equal((await call(DELETE, { path })).status, 204);
    assertRefused(await call(DELETE, { path }), 404, 'not_found');
  });

  test('role-mappings.roles.deleted', async () => {
    const [one, other] = [await newRole(), await newRole()];
    await call(SET, { body: { name: 'shrinking', roles: [one.name, other.name] } });
    await call('DELETE /account/roles/{id}', { path: { id: one.id } });
    const { body } = await call(ONE, { path: { customerRoleName: 'shrinking' } });
    assert.deepEqual(body, { name: 'shrinking', roles: [other.name] });
    await call('DELETE /account/roles/{id}', { path: { id: other.id } });
    const empty = await call(ONE, { path: { customerRoleName: 'shrinking' } });
    assert.equal((await call(SET, { body: empty.body })).status, 200, 'a write accepts the answer of a read');
  });

  test('role-mappings.delete.all', async () => {
    const stranger = await make.user({ tenant: await make.otherTenant(), permissions: ['SVC_SSO_MANAGEMENT'] });
    await call(SET, { token: stranger.token, body: { name: 'kept', roles: [] } });
    const { id } = await make.user();
    await call('POST /account/users/{id}/roles', { path: { id }, body: [(await newRole()).id] });
    const before = await server.count('account_role');
    assert.equal((await call('DELETE /security/role-mappings')).status, 204);
    assert.deepEqual((await call(LIST)).body, []);
    assert.equal((await call('DELETE /security/role-mappings')).status, 204);
    assert.deepEqual((await call(LIST, { token: stranger.token })).body.length, 1);
    assert.deepEqual(await server.count('account_role'), before, 'users keep their roles');
  });
});
