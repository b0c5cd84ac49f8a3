/** The operations that give permissions, rights or access to accounts, each with the calls of a caller that tries to get more than it holds. */
import { PERMISSION_SCOPES, PERMISSIONS, RIGHTS, SERVICE_ACCOUNT_PERMISSIONS, type Route } from '@millrace/contract';
import { MAPPED_NAME, type Attacker, type Target } from './attacker.ts';
import type { Answer, Sent } from './server.ts';

/** A call; `use` uses what it has given. `chain` names the calls so far. */
export type GivingCall = { sent: Sent; use?: (answer: Answer, chain: string) => unknown };

type Calls = (attacker: Attacker) => GivingCall[];

const PASSWORD = 'a password of the attacker';
const NEW_CLIENT = {
  appType: 'web',
  allowedGrantTypes: ['client_credentials', 'urn:service:oauth:user-impersonation'],
  connectionConfig: { consentMethod: 'trusted' },
};

let number = 0;
const newName = (): string => `attacker${(number += 1)}`;
const namesOf = (login = newName(), email = `${login}@example.com`) => ({ login, email, firstName: 'At', lastName: 'Tacker' });
const scimUser = (login: string, more: object = {}) => ({ userName: login, emails: [{ value: `${newName()}@example.com` }], ...more });
const patch = (path: string, value: unknown, op = 'add') => [{ op, path, value }];
const scimPatch = (path: string, value: unknown) => ({ Operations: [{ op: 'add', path, value }] });
const valueOf = (id: string) => [{ value: id }];

/** The users of the caller without the account that calls: a call that replaces its roles would take them from it. */
const withoutSelf = ({ targets: { own } }: Attacker): readonly Target[] => own.slice(1);

/** A call for each target. */
const each = <Item>(items: readonly Item[], callOf: (item: Item) => GivingCall): GivingCall[] => items.map(callOf);

/** A call for each pair of targets. */
const eachPair = <One, Other>(
  some: readonly One[],
  others: readonly Other[],
  callOf: (one: One, other: Other) => GivingCall,
): GivingCall[] => some.flatMap((one) => others.map((other) => callOf(one, other)));

/** Signs in as a new user by the link of its invitation. */
const acceptInvitation =
  (attacker: Attacker) =>
  async ({ body: { id, login, subject, invitation } }: Answer, chain: string): Promise<void> => {
    attacker.add('own', { id, login: login ?? subject });
    if (invitation?.link) await attacker.useLink(id, invitation.link, chain);
  };

const addRole =
  (attacker: Attacker) =>
  ({ body: { id, name } }: Answer): void =>
    attacker.add('roles', { id, name });

const addGroup =
  (attacker: Attacker) =>
  ({ body: { id } }: Answer): void =>
    attacker.add('groups', id);

/** A changed login or email address, a password or a missing second factor is a way to sign in as the user. */
const takeOver =
  (attacker: Attacker, { id }: Target) =>
  (): void =>
    attacker.addAccount(id);

/** The calls by operation. A permission that the caller holds decides whether a call may be accepted; what it gives is compared afterwards. */
export const GIVING: Readonly<Partial<Record<Route, Calls>>> = {
  'POST /account/users': (a) => [
    { sent: { body: namesOf() }, use: acceptInvitation(a) },
    { sent: { query: { admin: true }, body: namesOf() }, use: acceptInvitation(a) },
    ...each(a.targets.roles, ({ id }) => ({ sent: { body: { ...namesOf(), roleIds: [id] } }, use: acceptInvitation(a) })),
  ],
  'PUT /account/users/{id}': (a) => [
    ...each(a.targets.others, (user) => ({ sent: { path: { id: user.id }, body: namesOf() }, use: takeOver(a, user) })),
    ...eachPair(withoutSelf(a), a.targets.roles, (user, role) => ({
      sent: { path: { id: user.id }, body: { ...namesOf(user.login, `${user.login}@example.com`), roleIds: [role.id] } },
    })),
  ],
  'POST /account/users/{id}/roles': (a) =>
    eachPair(a.targets.own, a.targets.roles, (user, role) => ({ sent: { path: { id: user.id }, body: [role.id] } })),
  'POST /account/roles/{id}/users': (a) =>
    eachPair(a.targets.own, a.targets.roles, (user, role) => ({ sent: { path: { id: role.id }, body: [user.id] } })),

  'POST /account/roles': (a) => [
    { sent: { body: { name: newName(), permissions: a.missing } }, use: addRole(a) },
    { sent: { body: { name: newName() } }, use: addRole(a) },
  ],
  'PUT /account/roles/{id}': (a) =>
    each(a.targets.roles, ({ id, name }) => ({ sent: { path: { id }, body: { name, permissions: PERMISSIONS } } })),

  'POST /account/groups': (a) => [
    { sent: { body: { name: newName(), userIds: a.targets.own.map(({ id }) => id) } }, use: addGroup(a) },
    ...each(a.targets.roles, ({ id }) => ({
      sent: { body: { name: newName(), roleIds: [id], userIds: a.targets.own.map((user) => user.id) } },
      use: addGroup(a),
    })),
  ],
  'PATCH /account/groups/{id}': (a) =>
    eachPair(a.targets.groups, a.targets.roles, (id, role) => ({ sent: { path: { id }, body: { name: newName(), roleIds: [role.id] } } })),
  'POST /account/groups/{id}/users': (a) =>
    eachPair(a.targets.groups, a.targets.own, (id, user) => ({ sent: { path: { id }, body: [user.id] } })),
  'POST /account/users/{id}/groups': (a) =>
    eachPair(a.targets.groups, a.targets.own, (group, { id }) => ({ sent: { path: { id }, body: [group] } })),

  'POST /scim/v2/Users': (a) =>
    each([undefined, ...a.targets.roles], (role) => ({
      sent: { body: scimUser(newName(), { password: PASSWORD, ...(role && { roles: valueOf(role.id) }) }) },
      use: ({ body: { id, userName } }) => {
        a.addAccount(id);
        a.add('own', { id, login: userName });
      },
    })),
  'PUT /scim/v2/Users/{id}': (a) => [
    ...each(a.targets.others, (user) => ({
      sent: { path: { id: user.id }, body: scimUser(user.login, { password: PASSWORD }) },
      use: takeOver(a, user),
    })),
    ...eachPair(withoutSelf(a), a.targets.roles, (user, role) => ({
      sent: {
        path: { id: user.id },
        body: { userName: user.login, emails: [{ value: `${user.login}@example.com` }], roles: valueOf(role.id) },
      },
    })),
  ],
  'PATCH /scim/v2/Users/{id}': (a) => [
    ...each(a.targets.others, (user) => ({
      sent: { path: { id: user.id }, body: scimPatch('password', PASSWORD) },
      use: takeOver(a, user),
    })),
    ...eachPair(a.targets.own, a.targets.roles, (user, role) => ({
      sent: { path: { id: user.id }, body: scimPatch('roles', valueOf(role.id)) },
    })),
  ],
  'POST /scim/v2/Groups': (a) => [
    { sent: { body: { displayName: newName(), members: a.targets.own.map(({ id }) => ({ value: id })) } }, use: addGroup(a) },
    ...each(a.targets.groups, (id) => ({ sent: { body: { displayName: newName(), members: valueOf(id) } }, use: addGroup(a) })),
  ],
  'PUT /scim/v2/Groups/{id}': (a) =>
    eachPair(a.targets.groups, a.targets.own, (id, user) => ({
      sent: { path: { id }, body: { displayName: newName(), members: valueOf(user.id) } },
    })),
  'PATCH /scim/v2/Groups/{id}': (a) =>
    eachPair(a.targets.groups, [...a.targets.own.map(({ id }) => id), ...a.targets.groups], (id, member) => ({
      sent: { path: { id }, body: scimPatch('members', valueOf(member)) },
    })),
  'POST /scim/v2/Roles': (a) => [
    { sent: { body: { name: newName(), entitlements: a.missing.map((value) => ({ value })) } }, use: addRole(a) },
  ],
  'PUT /scim/v2/Roles/{id}': (a) =>
    each(a.targets.roles, ({ id, name }) => ({
      sent: { path: { id }, body: { name, entitlements: PERMISSIONS.map((value) => ({ value })) } },
    })),
  'PATCH /scim/v2/Roles/{id}': (a) =>
    eachPair(a.targets.roles, [...a.missing.slice(0, 2), 'SVC_OPERATOR'], ({ id }, permission) => ({
      sent: { path: { id }, body: scimPatch('entitlements', valueOf(permission)) },
    })),

  'POST /api/v1/users': (a) => [
    { sent: { body: { subject: `${newName()}@example.com`, status: 'invited' } }, use: acceptInvitation(a) },
    ...each(a.targets.roles, ({ name }) => ({
      sent: { body: { subject: `${newName()}@example.com`, status: 'invited', assignedRoles: [{ name }] } },
      use: acceptInvitation(a),
    })),
  ],
  'POST /api/v1/users/actions/invite': (a) => [
    {
      sent: { body: { invitees: a.targets.others.map(({ login }) => ({ email: `${login}@example.com`, resend: true })) } },
      use: async ({ body: { data } }, chain) => {
        for (const { userId, invitation } of data) if (invitation?.link) await a.useLink(userId, invitation.link, chain);
      },
    },
  ],
  'PATCH /api/v1/users/{id}': (a) => [
    ...eachPair(a.targets.own, a.targets.roles, ({ id: user }, { id }) => ({
      sent: { path: { id: user }, body: patch('/assignedRoles', [{ id }]) },
    })),
    ...eachPair(a.targets.own, a.targets.groups, ({ id: user }, id) => ({
      sent: { path: { id: user }, body: patch('/assignedGroups', [{ id }]) },
    })),
  ],
  'POST /api/v1/groups': (a) =>
    each(a.targets.roles, ({ id }) => ({ sent: { body: { name: newName(), assignedRoles: [{ id }] } }, use: addGroup(a) })),
  'PATCH /api/v1/groups/{id}': (a) =>
    eachPair(a.targets.groups, a.targets.roles, (id, role) => ({
      sent: { path: { id }, body: patch('/assignedRoles', [{ id: role.id }], 'replace') },
    })),
  'POST /api/v1/roles': (a) => [{ sent: { body: { name: newName(), assignedScopes: a.missing } }, use: addRole(a) }],
  'PATCH /api/v1/roles/{id}': (a) =>
    eachPair(a.targets.roles, ['add', 'replace'], ({ id }, op) => ({
      sent: { path: { id }, body: patch('/assignedScopes', PERMISSIONS, op) },
    })),

  'POST /account/service-accounts': (a) =>
    each([[], a.missing.filter((one) => OFFERED.has(one))], (permissions) => ({
      sent: { body: { name: newName(), permissions } },
      use: async ({ body: { id, secret } }, chain) => {
        a.add('serviceAccounts', id);
        await a.useSecret(id, secret, chain);
      },
    })),
  'PUT /account/service-accounts/{id}': (a) =>
    each(a.targets.serviceAccounts, (id) => ({
      sent: { path: { id }, body: { name: newName(), permissions: a.missing.filter((one) => OFFERED.has(one)) } },
    })),
  'POST /account/service-accounts/{id}/secrets': (a) =>
    each(a.targets.serviceAccounts, (id) => ({
      sent: { path: { id } },
      use: ({ body }, chain) => a.useSecret(id, body.secret, chain),
    })),

  'POST /account/personal-access-tokens': (a) => [
    { sent: { body: { name: newName() } }, use: ({ body }, chain) => a.addToken(body.token, chain) },
  ],
  'POST /api/v1/api-keys': (a) => [
    { sent: { body: { description: newName() } }, use: ({ body }, chain) => a.addToken(body.token, chain) },
    ...each(a.targets.others, ({ id }) => ({
      sent: { body: { description: newName(), sub: id } },
      use: ({ body }: Answer, chain: string) => a.addToken(body.token, chain),
    })),
  ],

  'POST /account/users/{id}/invitation': (a) =>
    each(a.targets.others, ({ id }) => ({ sent: { path: { id } }, use: ({ body }, chain) => a.useLink(id, body.link, chain) })),
  'POST /account/users/{id}/password-reset': (a) =>
    each(a.targets.others, ({ id }) => ({ sent: { path: { id } }, use: ({ body }, chain) => a.useLink(id, body.link, chain) })),
  'DELETE /account/users/{id}/second-factor': (a) =>
    each(a.targets.others, (user) => ({ sent: { path: { id: user.id } }, use: takeOver(a, user) })),

  'POST /api/v1/oauth-clients': (a) =>
    each([['webhooks'], ['admin_classic'], ['user_default'], a.missing.map((one) => PERMISSION_SCOPES[one])], (allowedScopes) => ({
      sent: { body: { ...NEW_CLIENT, clientName: newName(), allowedScopes } },
      use: async ({ body: { clientId, clientSecret } }, chain) => {
        a.add('clients', clientId);
        await a.useClient(clientId, clientSecret, chain);
      },
    })),
  'PATCH /api/v1/oauth-clients/{id}': (a) =>
    eachPair(a.targets.clients, ['admin_classic', ...a.missing.slice(0, 2).map((one) => PERMISSION_SCOPES[one])], (id, scope) => ({
      sent: { path: { id }, body: patch('/allowedScopes', scope) },
    })),
  'POST /api/v1/oauth-clients/{id}/client-secrets': (a) =>
    each(a.targets.clients, (id) => ({
      sent: { path: { id } },
      use: ({ body }, chain) => a.useClient(id, body.clientSecret, chain),
    })),
  'PATCH /api/v1/oauth-clients/{id}/connection-configs/me': (a) =>
    each(a.targets.clients, (id) => ({ sent: { path: { id }, body: patch('/consentMethod', 'trusted', 'replace') } })),

  'POST /security/role-mappings': (a) => each(a.targets.roles, ({ id }) => ({ sent: { body: { name: MAPPED_NAME, roles: [id] } } })),

  'POST /security/workspaces/{workspaceId}/users/{userId}/permissions': (a) =>
    each(a.targets.own, ({ id }) => ({ sent: { path: { workspaceId: a.targets.workspace, userId: id }, body: RIGHTS } })),
  'PUT /security/workspaces/{workspaceId}/users/{userId}/permissions': (a) =>
    each(a.targets.own, ({ id }) => ({ sent: { path: { workspaceId: a.targets.workspace, userId: id }, body: RIGHTS } })),
  'POST /security/permissions/batch': (a) => [
    {
      sent: {
        body: rightsOf(
          a,
          a.targets.own.map(({ id }) => id),
        ),
      },
    },
  ],
  'PUT /security/permissions/batch': (a) => [
    {
      sent: {
        body: rightsOf(
          a,
          a.targets.own.map(({ id }) => id),
        ),
      },
    },
  ],
  'POST /security/workspaces/{workspaceId}/service-accounts/{serviceAccountId}/permissions': (a) =>
    each(a.targets.serviceAccounts, (id) => ({ sent: { path: { workspaceId: a.targets.workspace, serviceAccountId: id }, body: RIGHTS } })),
  'PUT /security/workspaces/{workspaceId}/service-accounts/{serviceAccountId}/permissions': (a) =>
    each(a.targets.serviceAccounts, (id) => ({ sent: { path: { workspaceId: a.targets.workspace, serviceAccountId: id }, body: RIGHTS } })),
  'POST /security/service-accounts/permissions/batch': (a) => [{ sent: { body: rightsOf(a, a.targets.serviceAccounts) } }],
  'PUT /security/service-accounts/permissions/batch': (a) => [{ sent: { body: rightsOf(a, a.targets.serviceAccounts) } }],
};

const OFFERED: ReadonlySet<string> = new Set(SERVICE_ACCOUNT_PERMISSIONS);

const rightsOf = ({ targets: { workspace } }: Attacker, accounts: readonly string[]) =>
  accounts.map((userId) => ({ workspaceId: workspace, userId, permissions: RIGHTS }));
