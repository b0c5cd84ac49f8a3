import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { leavesNothing } from '../../../../test/support/refusals.ts';
import { emailOf, startSingleSignOn } from '../../../../test/support/single-sign-on.ts';

const { server, signIn, newest, me } = await startSingleSignOn({
  MILLRACE_OPENID_ROLES_CLAIM: 'realm.roles',
  MILLRACE_OPENID_GROUPS_CLAIM: 'teams',
});
const { call, count, make } = server;

const changesOf = async () => (await newest()).answer;
const rolesOf = async (id: string): Promise<string[]> =>
  (await call('GET /account/users/{id}/roles', { path: { id } })).body.map(({ name }: { name: string }) => name);
const groupsOf = async (id: string): Promise<string[]> =>
  (await call('GET /account/users/{id}/groups', { path: { id } })).body.map(({ name }: { name: string }) => name);
const map = (name: string, ...roles: string[]) => call('POST /security/role-mappings', { body: { name, roles } });
const role = async (name: string): Promise<string> => (await call('POST /account/roles', { body: { name } })).body.id;
const group = async (name: string): Promise<string> => (await call('POST /account/groups', { body: { name } })).body.id;

describe('sign-in.openid.roles', () => {
  test('sign-in.openid.roles: a sign-in adds and removes the roles of mappings, and no others', async () => {
    const user = await make.user();
    const [own] = await rolesOf(user.id);
    for (const name of ['Reader', 'Writer', 'Manual']) await role(name);
    await map('ops', 'Reader', 'Writer');
    await map('readers', 'Reader');
    const claims = (roles: unknown) => ({ email: emailOf(user), email_verified: true, realm: { roles } });

    assert.equal((await signIn(user.id, claims(['ops', 'not mapped', 7, null]))).status, 303);
    assert.deepEqual(await rolesOf(user.id), ['Reader', 'Writer', own]);
    assert.deepEqual(await changesOf(), { bound: true, rolesGiven: ['Reader', 'Writer'] });

    const entries = await count('audit_entry');
    await signIn(user.id, claims(['ops', 'readers']));
    assert.deepEqual(await count('audit_entry'), entries, 'no change, no entry');

    const manual = (await call('GET /account/roles', { query: { nameFilter: 'Manual' } })).body[0].id;
    await call('POST /account/users/{id}/roles', { path: { id: user.id }, body: [manual] });
    await signIn(user.id, claims('readers'));
    assert.deepEqual(await rolesOf(user.id), ['Manual', 'Reader', own]);
    assert.deepEqual(await changesOf(), { rolesTaken: ['Writer'] });

    // A role that no mapping names any more stays.
    await call('DELETE /security/role-mappings/{customerRoleName}', { path: { customerRoleName: 'readers' } });
    await map('ops', 'Writer');
    await signIn(user.id, claims(['ops']));
    assert.deepEqual(await rolesOf(user.id), ['Manual', 'Reader', 'Writer', own]);
    await signIn(user.id, {});
    assert.deepEqual(await rolesOf(user.id), ['Manual', 'Reader', own], 'without the claim there is no name');
  });

  test('sign-in.openid.roles: mappings of another tenant have no effect', async () => {
    const tenant = await make.otherTenant();
    const stranger = await make.user({ tenant, permissions: ['SVC_SSO_MANAGEMENT'] });
    const user = await make.user({ tenant });
    await map('everyone', 'Operator');
    const { browser } = await signIn(user.id, { email: emailOf(user), email_verified: true, realm: { roles: ['everyone'] } });
    assert.equal((await me(browser)).roles.length, 1);
    assert.deepEqual((await call('GET /security/role-mappings', { token: stranger.token })).body, []);
  });

  test('sign-in.openid.roles: they count at once for the session', async () => {
    const user = await make.user();
    await map('operators', 'Operator');
    const { browser } = await signIn(user.id, { email: emailOf(user), email_verified: true, realm: { roles: ['operators'] } });
    assert.deepEqual((await me(browser)).permissions, ['SVC_OPERATOR', 'SVC_RUN_PROFILE_MANAGEMENT']);
  });

  test('sign-in.openid.administrator', async () => {
    await map('admins', 'TenantAdmin');
    const user = await make.user();
    const claims = (roles: string[]) => ({ email: emailOf(user), email_verified: true, realm: { roles } });
    await signIn(user.id, claims(['admins']));
    assert.ok((await rolesOf(user.id)).includes('TenantAdmin'));
    await signIn(user.id, claims([]));
    assert.ok(!(await rolesOf(user.id)).includes('TenantAdmin'), 'another administrator is left');

    await signIn(user.id, claims(['admins', 'operators']));
    const { body: administrator } = await call('GET /account/users/{id}', { path: { id: await make.administrator() } });
    const tenantAdmin = (await call('GET /account/roles', { query: { nameFilter: 'TenantAdmin' } })).body[0].id;
    await call('DELETE /account/users/{id}/roles/{roleId}', { path: { id: administrator.id, roleId: tenantAdmin } });
    const { token } = await make.user({ permissions: ['SVC_USER_MANAGEMENT', 'SVC_ROLE_MANAGEMENT', 'AUDIT_LOGS_VIEW'] });
    const answer = await signIn(user.id, claims([]));
    assert.equal(answer.status, 303);
    const { body: left } = await call('GET /account/users/{id}', { token, path: { id: user.id } });
    assert.ok(left.roleIds.includes(tenantAdmin), 'the last administrator keeps its role');
    const { body: entries } = await call('GET /security/audit/logs', { token, query: { size: 1 } });
    assert.deepEqual(JSON.parse(entries[0].response.body), { rolesTaken: ['Operator'] });
    const holder = await make.user({ permissions: PERMISSIONS });
    await call('POST /account/users/{id}/roles', { token: holder.token, path: { id: administrator.id }, body: [tenantAdmin] });
    await signIn(user.id, claims([]));
    assert.ok(!(await rolesOf(user.id)).includes('TenantAdmin'));
  });
});

describe('sign-in.openid.groups', () => {
  test('sign-in.openid.groups: a sign-in adds memberships, and removes only those that it added', async () => {
    const user = await make.user();
    const [one, , manual] = [await group('One'), await group('Two'), await group('Manual')];
    await call('POST /account/groups/{id}/users', { path: { id: manual }, body: [user.id] });
    const claims = (teams: unknown) => ({ email: emailOf(user), email_verified: true, teams });

    await signIn(user.id, claims(['One', 'Two', 'Manual', 'no such group']));
    assert.deepEqual(await groupsOf(user.id), ['Manual', 'One', 'Two']);
    assert.deepEqual(await changesOf(), { bound: true, groupsGiven: ['One', 'Two'] });
    assert.deepEqual((await call('GET /account/groups', { query: { nameFilter: 'no such' } })).body, [], 'no group is created');

    await call('POST /account/users/{id}/groups', { path: { id: user.id }, body: [one] });
    await signIn(user.id, claims([]));
    assert.deepEqual(await groupsOf(user.id), ['Manual', 'One'], 'a membership that was given here, too, stays');
    assert.deepEqual(await changesOf(), { groupsTaken: ['Two'] });
  });

  test('sign-in.openid.groups: groups of another tenant have no effect', async () => {
    const user = await make.user({ tenant: await make.otherTenant() });
    await group('Everyone');
    const before = await count('account_group_member');
    await signIn(user.id, { email: emailOf(user), email_verified: true, teams: ['Everyone'] });
    assert.deepEqual(await count('account_group_member'), before);
  });

  test('sign-in.openid.groups: a member has the roles of the group, as long as the provider says so', async () => {
    const roleIds = [(await call('POST /account/roles', { body: { name: 'Of a team', permissions: ['SVC_OPERATOR'] } })).body.id];
    await call('POST /account/groups', { body: { name: 'With a role', roleIds } });
    const user = await make.user();
    const claims = (teams: string[]) => ({ email: emailOf(user), email_verified: true, teams });
    const { browser } = await signIn(user.id, claims(['With a role']));
    assert.deepEqual((await me(browser)).permissions, ['SVC_OPERATOR']);
    await signIn(user.id, claims([]));
    assert.deepEqual((await me(browser)).permissions, []);
  });

  test('sign-in.openid.group-names', async () => {
    const roleIds = [(await call('POST /account/roles', { body: { name: 'Of administrators' } })).body.id];
    const { body: strong } = await call('POST /account/groups', { body: { name: 'Administrators', roleIds } });
    const plain = await group('Plain');
    const { token } = await make.user({ permissions: ['SVC_GROUP_MANAGEMENT', 'SVC_ROLE_MANAGEMENT'] });
    const path = { id: strong.id };
    const tables = ['account_group', 'account_group_member'];
    const rename = { token, path, body: { name: 'Everybody' } };
    await leavesNothing(server, 'PATCH /account/groups/{id}', rename, 403, 'forbidden', ...tables);
    const put = { token, path, body: { displayName: 'Everybody' } };
    await leavesNothing(server, 'PUT /scim/v2/Groups/{id}', put, 403, 'forbidden', ...tables);
    const patch = { token, path, body: { Operations: [{ op: 'replace', path: 'displayName', value: 'Everybody' }] } };
    await leavesNothing(server, 'PATCH /scim/v2/Groups/{id}', patch, 403, 'forbidden', ...tables);
    const steps = { token, path, body: [{ op: 'replace', path: '/name', value: 'Everybody' }] };
    await leavesNothing(server, 'PATCH /api/v1/groups/{id}', steps, 403, 'forbidden', ...tables);
    assert.equal((await call('GET /account/groups/{id}', { path })).body.name, 'Administrators');
    assert.equal((await call('PATCH /account/groups/{id}', { token, path, body: { name: 'Administrators' } })).status, 200);
    assert.equal((await call('PATCH /account/groups/{id}', { token, path: { id: plain }, body: { name: 'Plainer' } })).status, 200);
    assert.equal((await call('PATCH /account/groups/{id}', { path, body: { name: 'Everybody' } })).status, 200);
  });
});
