import { endpoint } from '../../../core/http/endpoint.ts';
import { lockGroup } from './access.ts';
import { requireMembersRemovable } from './members.ts';
import { removeGroup } from './queries.ts';

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
