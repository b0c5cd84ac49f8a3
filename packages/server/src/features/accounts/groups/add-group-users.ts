import { endpoint } from '../../../core/http/endpoint.ts';
import { holdUsers } from '../users/index.ts';
import { findGroup, lockGroup } from './access.ts';
import { toGroupJson } from './json.ts';
import { requireMembersAddable } from './members.ts';
import { insertMembers } from './queries.ts';

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
