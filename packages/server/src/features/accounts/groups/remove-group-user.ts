import { endpoint } from '../../../core/http/endpoint.ts';
import { findUser } from '../users/index.ts';
import { lockGroup } from './access.ts';
import { requireMembersRemovable } from './members.ts';
import { removeMember } from './queries.ts';
import { requireMember } from './rules.ts';

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
