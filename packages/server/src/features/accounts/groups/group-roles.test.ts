import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Permission } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { runTimer } from '../../../../test/support/background.ts';
import { untilLocksWait } from '../../../../test/support/locks.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { sql } from '../../../core/database/sql.ts';

const CREATE = 'POST /account/groups';
const CHANGE = 'PATCH /account/groups/{id}';
const server = await startTestServer();
const { call, make, platform } = server;
const TABLES = ['account_group', 'account_group_member', 'group_role'];
const NEEDED: readonly Permission[] = ['SVC_GROUP_MANAGEMENT', 'SVC_USER_MANAGEMENT', 'SVC_ROLE_MANAGEMENT'];

let number = 0;
const next = (noun: string): string => `${noun} ${(number += 1)}`;
const createRole = async (...permissions: Permission[]): Promise<string> =>
  (await call('POST /account/roles', { body: { name: next('Role'), permissions } })).body.id;
const createGroup = async (body: object = {}) => (await call(CREATE, { body: { name: next('Group'), ...body } })).body;
const me = async (token: string) => (await call('GET /account/me', { token })).body;

test('groups.roles.effect', async () => {
  const role = await createRole('SVC_OPERATOR');
  const user = await make.user({ permissions: ['SVC_OPERATOR', 'SVC_ENGINE_USE'] });
  const group = await createGroup({ roleIds: [role] });
  assert.deepEqual(group.roleIds, [role]);
  await call('POST /account/groups/{id}/users', { path: { id: group.id }, body: [user.id] });
  const second = await createGroup({ userIds: [user.id], roleIds: [role, await createRole('SVC_GROUP_MANAGEMENT')] });

  const { permissions, roles } = await me(user.token);
  assert.deepEqual(permissions, ['SVC_ENGINE_USE', 'SVC_GROUP_MANAGEMENT', 'SVC_OPERATOR']);
  assert.equal(roles.length, 3, 'a role of two groups is shown once');
  assert.equal((await call('GET /account/groups', { token: user.token })).status, 200);
  const { body: shown } = await call('GET /account/users/{id}', { path: { id: user.id } });
  assert.equal(shown.roleIds.length, 1, 'the record of a user has only the roles of the user itself');

  assert.equal((await call('DELETE /account/groups/{id}', { path: { id: second.id } })).status, 204);
  assert.deepEqual((await me(user.token)).permissions, ['SVC_ENGINE_USE', 'SVC_OPERATOR']);
  assert.equal((await call('DELETE /account/roles/{id}', { path: { id: role } })).status, 204);
  assert.deepEqual((await call('GET /account/groups/{id}', { path: { id: group.id } })).body.roleIds, []);
});

test('groups.roles.effect: the report of unused permissions and the sessions of people show them', async () => {
  const user = await make.user();
  await createGroup({ userIds: [user.id], roleIds: [await createRole('SVC_CLUSTER_MANAGEMENT')] });
  await platform.db.writer.rows(sql`update account set created_at = now() - interval '1 year'`);
  await platform.db.writer.rows(sql`update tenant set permissions_counted_since = now() - interval '1 year'`);
  await runTimer(platform, 'store-permission-uses');
  const { body } = await call('GET /security/unused-permissions');
  const unused = body.unused.filter((one: { accountId: string }) => one.accountId === user.id);
  assert.deepEqual(
    unused.map((one: { permission: string; roles: string[] }) => [one.permission, one.roles.length]),
    [['SVC_CLUSTER_MANAGEMENT', 1]],
  );

  const secret = await platform.db.transaction((tx) =>
    platform.identity.sessions.begin(tx, { account: user.id, address: '127.0.0.1', userAgent: '' }),
  );
  assert.deepEqual([...((await platform.identity.sessions.find(secret))?.actor.permissions ?? [])], ['SVC_CLUSTER_MANAGEMENT']);
});

test('groups.roles.permission', async () => {
  const role = await createRole('SVC_OPERATOR');
  const [member, other] = [await make.user(), await make.user()];
  const group = await createGroup({ userIds: [member.id], roleIds: [role] });
  const plain = await createGroup();
  const { id } = group;
  const calls: Record<string, object> = {
    [CREATE]: { body: { name: 'No', roleIds: [role] } },
    [CHANGE]: { path: { id }, body: { name: 'Not', roleIds: [] } },
    'POST /account/groups/{id}/users': { path: { id }, body: [other.id] },
    'DELETE /account/groups/{id}/users/{userId}': { path: { id, userId: member.id } },
    'POST /account/users/{id}/groups': { path: { id: other.id }, body: [plain.id, id] },
    'DELETE /account/users/{id}/groups/{groupId}': { path: { id: member.id, groupId: id } },
    'DELETE /account/groups/{id}': { path: { id } },
  };
  for (const missing of ['SVC_USER_MANAGEMENT', 'SVC_ROLE_MANAGEMENT']) {
    const { token } = await make.user({ permissions: NEEDED.filter((one) => one !== missing) });
    for (const [route, sent] of Object.entries(calls)) await leavesNothing(server, route, { ...sent, token }, 403, 'forbidden', ...TABLES);
    const renamed = await call(CHANGE, { token, path: { id }, body: { ...group, name: next('Renamed') } });
    assert.deepEqual([renamed.status, renamed.body.roleIds], [200, [role]]);
    const added = await call('POST /account/users/{id}/groups', { token, path: { id: other.id }, body: [plain.id] });
    assert.equal(added.status, 200, 'a group without roles gives none');
  }
  const { token } = await make.user({ permissions: [...NEEDED, 'SVC_OPERATOR'] });
  for (const [route, sent] of Object.entries(calls)) {
    if (route === 'DELETE /account/users/{id}/groups/{groupId}')
      await call('POST /account/groups/{id}/users', { path: { id }, body: [member.id] });
    if (route === 'POST /account/groups/{id}/users') await call(CHANGE, { path: { id }, body: { name: 'Again', roleIds: [role] } });
    const answer = await call(route, { ...sent, token });
    assert.ok(answer.status < 300, `${route} ${JSON.stringify(answer.body)}`);
  }
});

test('users.replace.no-escalation: permissions of groups count', async () => {
  const user = await make.user();
  await createGroup({ userIds: [user.id], roleIds: [await createRole('SVC_OPERATOR')] });
  const { token } = await make.user({ permissions: ['SVC_USER_MANAGEMENT'] });
  const body = { login: user.login, email: 'taken-over@example.com', firstName: 'Test', lastName: 'User' };
  const taken = await leavesNothing(
    server,
    'PUT /account/users/{id}',
    { token, path: { id: user.id }, body },
    403,
    'user_has_more_permissions',
  );
  assert.match(taken.body.detail, /SVC_OPERATOR/);
});

test('groups.roles.tenant', async () => {
  const stranger = await make.user({ tenant: await make.otherTenant(), permissions: NEEDED });
  const foreign = (await call('POST /account/roles', { token: stranger.token, body: { name: 'Foreign' } })).body.id;
  const { id } = await createGroup();
  for (const wrong of [newId(), foreign]) {
    await leavesNothing(server, CREATE, { body: { name: 'Mixed', roleIds: [wrong] } }, 404, 'not_found', ...TABLES);
    await leavesNothing(server, CHANGE, { path: { id }, body: { name: 'Mixed', roleIds: [wrong] } }, 404, 'not_found', ...TABLES);
  }
  const tooMany = Array.from({ length: 101 }, () => newId());
  await leavesNothing(server, CREATE, { body: { name: 'Mixed', roleIds: tooMany } }, 400, 'malformed_request', ...TABLES);
});

test('groups.roles.kept', async () => {
  const [first, second] = [await createRole(), await createRole()];
  const { id } = await createGroup({ roleIds: [first] });
  const change = async (body: object) => (await call(CHANGE, { path: { id }, body: { name: next('Kept'), ...body } })).body.roleIds;
  assert.deepEqual(await change({}), [first]);
  assert.deepEqual(await change({ roleIds: [second.toUpperCase(), second] }), [second]);
  assert.deepEqual((await change({ roleIds: [first, second] })).toSorted(), [first, second].toSorted());
  assert.deepEqual(await change({ roleIds: [] }), []);
});

test('a caller without the permission to give roles adds no user to a group that gets roles at the same moment', async () => {
  const role = await createRole('SVC_OPERATOR');
  const { id } = await createGroup();
  const member = await make.user();
  const { token } = await make.user({ permissions: ['SVC_GROUP_MANAGEMENT'] });
  const added = await platform.db.transaction(async (tx) => {
    await tx.rows(sql`select id from account_group where id = ${id} for update`);
    await tx.rows(sql`insert into group_role (group_id, role_id) values (${id}, ${role})`);
    const answer = call('POST /account/users/{id}/groups', { token, path: { id: member.id }, body: [id] });
    await untilLocksWait(platform.db.reader);
    return { answer };
  });
  assertRefused(await added.answer, 403, 'forbidden');
  assert.deepEqual((await call('GET /account/groups/{id}', { path: { id } })).body.userIds, []);
});
