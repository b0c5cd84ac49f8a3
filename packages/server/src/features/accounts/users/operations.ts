import { endpoint } from '../../../core/http/endpoint.ts';
import { answerPage } from '../../../core/http/paging.ts';
import {
  addUser,
  changeUser,
  findRole,
  findUser,
  giveRoles,
  holdRoles,
  holdUsers,
  lockTenant,
  lockUser,
  removeUser,
  requireAssignableRoles,
  requireEmail,
  requireRole,
  selectAccount,
  selectRolesOfAccount,
  selectUsers,
  selectUsersOfRole,
  takeRole,
  toMeJson,
  toRoleJson,
  toUserJson,
} from '../people/index.ts';
import { createPasswordLink, requireMayGiveAccess } from '../sign-in/index.ts';

/** Lists the users of the tenant, ordered by login. */
export const listUsers = endpoint('GET /account/users', {
  allow: 'SVC_USER_MANAGEMENT',
  transaction: 'read only',

  async run({ actor, tx, query }) {
    return answerPage(await selectUsers(tx, actor, query), query, toUserJson);
  },
});

/**
 * Creates a user, and invites it unless the caller says otherwise.
 * @rule users.all.permission
 * @rule users.create.invitation
 */
export const createUser = endpoint('POST /account/users', {
  allow: 'SVC_USER_MANAGEMENT',

  async run(call) {
    const { actor, tx, query, body } = call;
    requireEmail(body);
    const invites = query.invite !== false && body.active !== false;
    if (invites) requireMayGiveAccess(actor);
    const id = await addUser(call, body, query.admin);
    const user = toUserJson(await findUser(tx, actor, id));
    return { status: 201, body: { ...user, ...(invites && { invitation: await createPasswordLink(tx, call, id, 'invitation') }) } };
  },
});

/** Reads a user. */
export const getUser = endpoint('GET /account/users/{id}', {
  allow: 'SVC_USER_MANAGEMENT',

  async run({ actor, tx, path }) {
    return { status: 200, body: toUserJson(await findUser(tx, actor, path.id)) };
  },
});

/**
 * Reads the account of the caller, with its roles and permissions.
 * @rule users.me.read
 */
export const getMe = endpoint('GET /account/me', {
  allow: 'signed-in',

  async run({ actor, tx }) {
    return { status: 200, body: toMeJson(actor, await selectAccount(tx, actor)) };
  },
});

/** Changes a user, also whether it is active and which roles it has. */
export const replaceUser = endpoint('PUT /account/users/{id}', {
  allow: 'SVC_USER_MANAGEMENT',

  async run(call) {
    const { actor, tx, path, body } = call;
    const user = await lockUser(tx, actor, path.id);

    await changeUser(call, user, body);
    return { status: 200, body: toUserJson(await findUser(tx, actor, user.id)) };
  },
});

/** Deletes a user with its tokens, roles, groups and rights. */
export const deleteUser = endpoint('DELETE /account/users/{id}', {
  allow: 'SVC_USER_MANAGEMENT',

  async run({ actor, tx, path }) {
    const user = await lockUser(tx, actor, path.id);

    await removeUser({ tx, actor }, user);
    return { status: 204 };
  },
});

/** Lists the roles of a user, ordered by name. */
export const listUserRoles = endpoint('GET /account/users/{id}/roles', {
  allow: 'SVC_USER_MANAGEMENT',
  transaction: 'read only',

  async run({ actor, tx, path, query }) {
    const user = await findUser(tx, actor, path.id);
    return answerPage(await selectRolesOfAccount(tx, user.id, query), query, toRoleJson);
  },
});

/** Gives roles to a user, which keeps its other roles. */
export const addUserRoles = endpoint('POST /account/users/{id}/roles', {
  allow: 'SVC_USER_MANAGEMENT',

  async run({ actor, tx, path, body }) {
    requireAssignableRoles(actor);
    const user = await lockUser(tx, actor, path.id);
    const roles = await holdRoles(tx, actor, body);

    await giveRoles(tx, actor, [user], roles);
    return { status: 200, body: toUserJson(await findUser(tx, actor, user.id)) };
  },
});

/** Takes a role from a user. */
export const removeUserRole = endpoint('DELETE /account/users/{id}/roles/{roleId}', {
  allow: 'SVC_USER_MANAGEMENT',

  async run({ actor, tx, path }) {
    requireAssignableRoles(actor);
    const user = await lockUser(tx, actor, path.id);
    const role = await findRole(tx, actor, path.roleId);
    requireRole(user, role);

    await takeRole({ tx, actor }, user, role);
    return { status: 204 };
  },
});

/** Lists the users of a role, ordered by login. */
export const listRoleUsers = endpoint('GET /account/roles/{id}/users', {
  allow: 'SVC_ROLE_MANAGEMENT',
  transaction: 'read only',

  async run({ actor, tx, path, query }) {
    const role = await findRole(tx, actor, path.id);
    return answerPage(await selectUsersOfRole(tx, actor, role.id, query), query, toUserJson);
  },
});

/** Gives a role to users; those that have it keep it. */
export const addRoleUsers = endpoint('POST /account/roles/{id}/users', {
  allow: 'SVC_ROLE_MANAGEMENT',

  async run({ actor, tx, path, body }) {
    requireAssignableRoles(actor);
    await lockTenant(tx, actor);
    const roles = await holdRoles(tx, actor, [path.id]);
    const users = await holdUsers(tx, actor, body);

    await giveRoles(tx, actor, users, roles);
    return { status: 204 };
  },
});

/** Takes a role from one of its users. */
export const removeRoleUser = endpoint('DELETE /account/roles/{id}/users/{userId}', {
  allow: 'SVC_ROLE_MANAGEMENT',

  async run({ actor, tx, path }) {
    requireAssignableRoles(actor);
    const role = await findRole(tx, actor, path.id);
    const user = await lockUser(tx, actor, path.userId);
    requireRole(user, role);

    await takeRole({ tx, actor }, user, role);
    return { status: 204 };
  },
});
