import { endpoint } from '../../../core/http/endpoint.ts';
import { changedRoles } from '../users/index.ts';
import { findGroup, lockGroup } from './access.ts';
import { toGroupJson } from './json.ts';
import { requireMayRename } from './members.ts';
import { updateGroup } from './queries.ts';

/** Renames a group, and replaces its roles if the body has some. */
export const renameGroup = endpoint('PATCH /account/groups/{id}', {
  allow: 'SVC_GROUP_MANAGEMENT',

  async run(call) {
    const { actor, tx, path, body } = call;
    const { id } = await lockGroup(tx, actor, path.id);
    const group = await findGroup(tx, actor, id);
    await requireMayRename(call, group, body.name);
    const roles = await changedRoles(tx, actor, group, body.roleIds);

    await updateGroup(tx, actor, id, { name: body.name, roles });
    return { status: 200, body: toGroupJson(await findGroup(tx, actor, id)) };
  },
});
