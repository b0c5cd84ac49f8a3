import { endpoint } from '../../../core/http/endpoint.ts';
import { findUser, holdUsers, toUserJson } from '../users/index.ts';
import { holdGroups } from './access.ts';
import { requireMembersAddable } from './members.ts';
import { insertMembers } from './queries.ts';

/** Adds a user to groups; it stays in its other groups. */
export const addUserGroups = endpoint('POST /account/users/{id}/groups', {
  allow: { anyOf: ['SVC_GROUP_MANAGEMENT', 'SVC_USER_MANAGEMENT'] },

  async run({ actor, tx, path, body }) {
    const user = await holdUsers(tx, actor, [path.id]);
    const groups = await holdGroups(tx, actor, body);
    await requireMembersAddable(tx, actor, groups);

    await insertMembers(tx, actor, groups, user);
    return { status: 200, body: toUserJson(await findUser(tx, actor, path.id)) };
  },
});
