import { endpoint } from '../../../core/http/endpoint.ts';
import { findUser } from '../users/index.ts';
import { lockGroup } from './access.ts';
import { requireMembersRemovable } from './members.ts';
import { removeMember } from './queries.ts';
import { requireMember } from './rules.ts';

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
