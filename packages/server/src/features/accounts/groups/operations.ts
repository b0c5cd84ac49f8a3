import { endpoint } from '../../../core/http/endpoint.ts';
import { answerPage } from '../../../core/http/paging.ts';
import {
  holdReplacingRoles,
  findGroup,
  findUser,
  holdGroups,
  holdUsers,
  insertGroup,
  insertMembers,
  lockGroup,
  removeGroup,
  removeMember,
  requireMayRename,
  requireMember,
  requireMembersAddable,
  requireMembersRemovable,
  selectGroups,
  selectGroupsOfUser,
  selectMembers,
  toGroupJson,
  toUserJson,
  updateGroup,
} from '../people/index.ts';

/** Lists groups, ordered by name. */
export const listGroups = endpoint('GET /account/groups', {
  allow: 'SVC_GROUP_MANAGEMENT',
  transaction: 'read only',

  async run({ actor, tx, query }) {
    return answerPage(await selectGroups(tx, actor, query), query, toGroupJson);
  },
});

/**
 * Creates a group, with members and roles if the body has some.
 * @rule groups.all.permission
 */
export const createGroup = endpoint('POST /account/groups', {
  allow: 'SVC_GROUP_MANAGEMENT',

  async run({ actor, tx, body }) {
    const users = await holdUsers(tx, actor, body.userIds ?? []);
    const roles = await holdReplacingRoles(tx, actor, { role_ids: [] }, body.roleIds);

    const id = await insertGroup(tx, actor, { name: body.name, roles });
    await insertMembers(tx, actor, [{ id }], users);
    return { status: 201, body: toGroupJson(await findGroup(tx, actor, id)) };
  },
});

/** Reads a group. */
export const getGroup = endpoint('GET /account/groups/{id}', {
  allow: 'SVC_GROUP_MANAGEMENT',

  async run({ actor, tx, path }) {
    return { status: 200, body: toGroupJson(await findGroup(tx, actor, path.id)) };
  },
});

/** Renames a group, and replaces its roles if the body has some. */
export const renameGroup = endpoint('PATCH /account/groups/{id}', {
  allow: 'SVC_GROUP_MANAGEMENT',

  async run(call) {
    const { actor, tx, path, body } = call;
    const { id } = await lockGroup(tx, actor, path.id);
    const group = await findGroup(tx, actor, id);
    await requireMayRename(call, group, body.name);
    const roles = await holdReplacingRoles(tx, actor, group, body.roleIds);

    await updateGroup(tx, actor, id, { name: body.name, roles });
    return { status: 200, body: toGroupJson(await findGroup(tx, actor, id)) };
  },
});

/** Deletes a group, and removes it from its projects. */
export const deleteGroup = endpoint('DELETE /account/groups/{id}', {
  allow: 'SVC_GROUP_MANAGEMENT',

  async run({ actor, tx, path }) {
    const group = await lockGroup(tx, actor, path.id);
    await requireMembersRemovable(tx, actor, [group]);

    await removeGroup(tx, actor, group.id);
    return { status: 204 };
  },
});

/** Lists the members of a group, ordered by login. */
export const listGroupUsers = endpoint('GET /account/groups/{id}/users', {
  allow: 'SVC_GROUP_MANAGEMENT',
  transaction: 'read only',

  async run({ actor, tx, path, query }) {
    const group = await findGroup(tx, actor, path.id);
    return answerPage(await selectMembers(tx, group.id, query), query, toUserJson);
  },
});

/** Adds users to a group; users that are members already stay members. */
export const addGroupUsers = endpoint('POST /account/groups/{id}/users', {
  allow: 'SVC_GROUP_MANAGEMENT',

  async run({ actor, tx, path, body }) {
    const group = await lockGroup(tx, actor, path.id);
    await requireMembersAddable(tx, actor, [group]);
    const users = await holdUsers(tx, actor, body);

    await insertMembers(tx, actor, [group], users);
    return { status: 200, body: toGroupJson(await findGroup(tx, actor, group.id)) };
  },
});

/** Removes a user from a group. */
export const removeGroupUser = endpoint('DELETE /account/groups/{id}/users/{userId}', {
  allow: 'SVC_GROUP_MANAGEMENT',

  async run({ actor, tx, path }) {
    const group = await lockGroup(tx, actor, path.id);
    await requireMembersRemovable(tx, actor, [group]);
    const user = await findUser(tx, actor, path.userId);

    requireMember(await removeMember(tx, actor, group.id, user.id));
    return { status: 204 };
  },
});

/**
 * Lists the groups of a user, ordered by name.
 * @rule groups.of-user.permission
 */
export const listUserGroups = endpoint('GET /account/users/{id}/groups', {
  allow: { anyOf: ['SVC_GROUP_MANAGEMENT', 'SVC_USER_MANAGEMENT'] },
  transaction: 'read only',

  async run({ actor, tx, path, query }) {
    const user = await findUser(tx, actor, path.id);
    return answerPage(await selectGroupsOfUser(tx, actor, user.id, query), query, toGroupJson);
  },
});

/** Adds a user to groups; it stays in its other groups. */
export const addUserGroups = endpoint('POST /account/users/{id}/groups', {
  allow: { anyOf: ['SVC_GROUP_MANAGEMENT', 'SVC_USER_MANAGEMENT'] },

  async run({ actor, tx, path, body }) {
    const users = await holdUsers(tx, actor, [path.id]);
    const groups = await holdGroups(tx, actor, body);
    await requireMembersAddable(tx, actor, groups);

    await insertMembers(tx, actor, groups, users);
    return { status: 200, body: toUserJson(await findUser(tx, actor, path.id)) };
  },
});

/** Removes a user from a group. */
export const removeUserGroup = endpoint('DELETE /account/users/{id}/groups/{groupId}', {
  allow: { anyOf: ['SVC_GROUP_MANAGEMENT', 'SVC_USER_MANAGEMENT'] },

  async run({ actor, tx, path }) {
    const user = await findUser(tx, actor, path.id);
    const group = await lockGroup(tx, actor, path.groupId);
    await requireMembersRemovable(tx, actor, [group]);

    requireMember(await removeMember(tx, actor, group.id, user.id));
    return { status: 204 };
  },
});
