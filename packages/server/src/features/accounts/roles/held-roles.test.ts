import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PERMISSIONS, type Permission } from '@millrace/contract';
import { errorOf, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer, type Sent } from '../../../../test/support/server.ts';

const server = await startTestServer();
const { call, make } = server;
const TABLES = [
  'role',
  'role_permission',
  'account',
  'account_role',
  'account_group',
  'account_group_member',
  'group_role',
  'password_link',
];
const HELD: readonly Permission[] = ['SVC_USER_MANAGEMENT', 'SVC_ROLE_MANAGEMENT', 'SVC_GROUP_MANAGEMENT', 'SVC_OPERATOR'];
const caller = await make.user({ permissions: HELD });
const member = await make.user();

let number = 0;
const next = (noun: string): string => `${noun} ${(number += 1)}`;
const names = () => {
  const login = next('user').replace(' ', '');
  return { login, email: `${login}@example.com`, firstName: 'Ada', lastName: 'Lovelace' };
};
const create = async (route: string, body: object): Promise<string> => {
  const answer = await call(route, { body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.id;
};
const createRole = (permissions: readonly string[]): Promise<string> => create('POST /account/roles', { name: next('Role'), permissions });
const createGroup = (body: object = {}): Promise<string> => create('POST /account/groups', { name: next('Group'), ...body });
const entitlements = (permissions: readonly string[]) => permissions.map((value) => ({ value }));
const scimUser = (more: object) => {
  const { login, email } = names();
  return { userName: login, emails: [{ value: email }], ...more };
};

/** Calls, which add or change a role, by the permissions that it gets. */
const changing: Readonly<Record<string, (permissions: readonly string[]) => Sent | Promise<Sent>>> = {
  'POST /account/roles': (permissions) => ({ body: { name: next('New role'), permissions } }),
  'POST /scim/v2/Roles': (permissions) => ({ body: { name: next('New role'), entitlements: entitlements(permissions) } }),
  'POST /api/v1/roles': (permissions) => ({ body: { name: next('New role'), assignedScopes: permissions } }),
  'PUT /account/roles/{id}': async (permissions) => ({ path: { id: await createRole([]) }, body: { name: next('Changed'), permissions } }),
  'PUT /scim/v2/Roles/{id}': async (permissions) => ({
    path: { id: await createRole([]) },
    body: { name: next('Changed'), entitlements: entitlements(permissions) },
  }),
  'PATCH /scim/v2/Roles/{id}': async (permissions) => ({
    path: { id: await createRole([]) },
    body: { Operations: [{ op: 'add', path: 'entitlements', value: entitlements(permissions) }] },
  }),
  'PATCH /api/v1/roles/{id}': async (permissions) => ({
    path: { id: await createRole([]) },
    body: [{ op: 'add', path: '/assignedScopes', value: permissions }],
  }),
};

/** Calls that give a role to users. */
const giving: Readonly<Record<string, [route: string, (role: string) => Sent | Promise<Sent>]>> = {
  'to a user': ['POST /account/users/{id}/roles', (role) => ({ path: { id: member.id }, body: [role] })],
  'to users': ['POST /account/roles/{id}/users', (role) => ({ path: { id: role }, body: [member.id] })],
  'to a new user': ['POST /account/users', (role) => ({ body: { ...names(), roleIds: [role] } })],
  'to a changed user': [
    'PUT /account/users/{id}',
    async (role) => {
      const { body } = await call('GET /account/users/{id}', { path: { id: member.id } });
      return { path: { id: member.id }, body: { ...body, roleIds: [...body.roleIds, role] } };
    },
  ],
  'to a new user by SCIM': ['POST /scim/v2/Users', (role) => ({ body: scimUser({ roles: [{ value: role }] }) })],
  'to a user by SCIM': [
    'PATCH /scim/v2/Users/{id}',
    (role) => ({ path: { id: member.id }, body: { Operations: [{ op: 'add', path: 'roles', value: [{ value: role }] }] } }),
  ],
  'to a new user of the tenant API': [
    'POST /api/v1/users',
    (role) => ({ body: { subject: names().login, email: 'a@example.com', assignedRoles: [{ id: role }] } }),
  ],
  'to a user of the tenant API': [
    'PATCH /api/v1/users/{id}',
    (role) => ({ path: { id: member.id }, body: [{ op: 'add', path: '/assignedRoles', value: [{ id: role }] }] }),
  ],
};

/** Calls that give a role to a group, or a group with the role to users. */
const givingToGroups: Readonly<Record<string, [route: string, (role: string) => Sent | Promise<Sent>]>> = {
  'to a new group': ['POST /account/groups', (role) => ({ body: { name: next('New group'), roleIds: [role] } })],
  'to a group': [
    'PATCH /account/groups/{id}',
    async (role) => ({ path: { id: await createGroup() }, body: { name: next('G'), roleIds: [role] } }),
  ],
  'to a new group of the tenant API': [
    'POST /api/v1/groups',
    (role) => ({ body: { name: next('New group'), assignedRoles: [{ id: role }] } }),
  ],
  'to a group of the tenant API': [
    'PATCH /api/v1/groups/{id}',
    async (role) => ({ path: { id: await createGroup() }, body: [{ op: 'replace', path: '/assignedRoles', value: [{ id: role }] }] }),
  ],
  'to new members': [
    'POST /account/groups/{id}/users',
    async (role) => ({ path: { id: await createGroup({ roleIds: [role] }) }, body: [member.id] }),
  ],
  'to a user that joins': [
    'POST /account/users/{id}/groups',
    async (role) => ({ path: { id: member.id }, body: [await createGroup({ roleIds: [role] })] }),
  ],
  'to new members by SCIM': [
    'PATCH /scim/v2/Groups/{id}',
    async (role) => ({
      path: { id: await createGroup({ roleIds: [role] }) },
      body: { Operations: [{ op: 'add', path: 'members', value: [{ value: member.id }] }] },
    }),
  ],
  'to other members by SCIM': [
    'PUT /scim/v2/Groups/{id}',
    async (role) => ({
      path: { id: await createGroup({ roleIds: [role] }) },
      body: { displayName: next('Changed'), members: [{ value: member.id }] },
    }),
  ],
  'to a user that joins in the tenant API': [
    'PATCH /api/v1/users/{id}',
    async (role) => ({
      path: { id: member.id },
      body: [{ op: 'add', path: '/assignedGroups', value: [{ id: await createGroup({ roleIds: [role] }) }] }],
    }),
  ],
};

/** Asserts that a call is refused with the name of the missing permission, and changes nothing. */
async function assertRefusedToGive(route: string, sent: Sent): Promise<void> {
  const { body } = await leavesNothing(server, route, { ...sent, token: caller.token }, 403, 'role_has_more_permissions', ...TABLES);
  assert.match(errorOf(body).message, /\(SVC_PROJECT_MANAGEMENT\)/);
}

async function assertAccepted(route: string, sent: Sent): Promise<void> {
  const { status, body } = await call(route, { ...sent, token: caller.token });
  assert.ok(status < 300, `${status} ${JSON.stringify(body)}`);
}

describe('roles.all.no-escalation', () => {
  for (const [route, sent] of Object.entries(changing))
    test(`roles.all.no-escalation: ${route}`, async () => {
      await assertRefusedToGive(route, await sent(['SVC_OPERATOR', 'SVC_PROJECT_MANAGEMENT']));
      await assertAccepted(route, await sent(['SVC_OPERATOR']));
    });

  test('roles.all.no-escalation: a role with further permissions keeps its name and permissions', async () => {
    const id = await createRole(['SVC_OPERATOR', 'SVC_PROJECT_MANAGEMENT']);
    const path = { id };
    const { body: before } = await call('GET /account/roles/{id}', { path });
    const calls: [string, Sent][] = [
      ['PUT /account/roles/{id}', { path, body: { name: 'Renamed' } }],
      ['PUT /account/roles/{id}', { path, body: { name: before.name, permissions: [] } }],
      ['PUT /scim/v2/Roles/{id}', { path, body: { name: 'Renamed' } }],
      ['PATCH /api/v1/roles/{id}', { path, body: [{ op: 'replace', path: '/name', value: 'Renamed' }] }],
    ];
    for (const [route, sent] of calls) await assertRefusedToGive(route, sent);
    assert.deepEqual((await call('GET /account/roles/{id}', { path })).body, before);
    await assertAccepted('DELETE /account/roles/{id}', { path });
  });

  test('roles.all.no-escalation: the own role of a manager of roles gets no further permission', async () => {
    const own = await make.user({ permissions: ['SVC_ROLE_MANAGEMENT'] });
    const { body: user } = await call('GET /account/users/{id}', { path: { id: own.id } });
    const [id] = user.roleIds;
    const body = { name: next('Own'), permissions: PERMISSIONS };
    await leavesNothing(
      server,
      'PUT /account/roles/{id}',
      { token: own.token, path: { id }, body },
      403,
      'role_has_more_permissions',
      ...TABLES,
    );
    assert.deepEqual((await call('GET /account/me', { token: own.token })).body.permissions, ['SVC_ROLE_MANAGEMENT']);
  });
});

describe('users.roles.no-escalation', () => {
  for (const [how, [route, sent]] of Object.entries(giving))
    test(`users.roles.no-escalation: ${how}`, async () => {
      await assertRefusedToGive(route, await sent(await createRole(['SVC_OPERATOR', 'SVC_PROJECT_MANAGEMENT'])));
      await assertAccepted(route, await sent(await createRole(['SVC_OPERATOR'])));
    });

  test('users.roles.no-escalation: a new administrator', async () => {
    const sent = { query: { admin: true }, body: names(), token: caller.token };
    await leavesNothing(server, 'POST /account/users', sent, 403, 'role_has_more_permissions', ...TABLES);
    assert.equal((await call('POST /account/users', { query: { admin: true }, body: names() })).status, 201);
  });

  test('users.roles.no-escalation: roles that a user has already may stay, and be taken', async () => {
    const { id } = await make.user({ permissions: ['SVC_PROJECT_MANAGEMENT'] });
    const { body } = await call('GET /account/users/{id}', { path: { id } });
    const weak = await createRole(['SVC_OPERATOR']);
    const change = (roleIds: string[]) => assertAccepted('PUT /account/users/{id}', { path: { id }, body: { ...body, roleIds } });
    await change([...body.roleIds, weak]);
    await change([weak]);
    await assertRefusedToGive('PUT /account/users/{id}', { path: { id }, body: { ...body, roleIds: [...body.roleIds, weak] } });
  });
});

describe('groups.roles.no-escalation', () => {
  for (const [how, [route, sent]] of Object.entries(givingToGroups))
    test(`groups.roles.no-escalation: ${how}`, async () => {
      await assertRefusedToGive(route, await sent(await createRole(['SVC_OPERATOR', 'SVC_PROJECT_MANAGEMENT'])));
      await assertAccepted(route, await sent(await createRole(['SVC_OPERATOR'])));
    });

  test('groups.roles.no-escalation: members are removed, and the group is deleted, without its permissions', async () => {
    const id = await createGroup({ userIds: [member.id], roleIds: [await createRole(['SVC_PROJECT_MANAGEMENT'])] });
    await assertAccepted('DELETE /account/groups/{id}/users/{userId}', { path: { id, userId: member.id } });
    await assertAccepted('DELETE /account/groups/{id}', { path: { id } });
  });
});
