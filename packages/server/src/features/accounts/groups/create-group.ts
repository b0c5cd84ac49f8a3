import { endpoint } from '../../../core/http/endpoint.ts';
import { newId } from '../../../core/base/id.ts';
import { changedRoles, holdUsers } from '../users/index.ts';
import { findGroup } from './access.ts';
import { toGroupJson } from './json.ts';
import { insertGroup, insertMembers } from './queries.ts';

/**
 * Creates a group, with members and roles if the body has some.
 * @rule groups.all.permission
 */
export const createGroup = endpoint('POST /account/groups', {
  allow: 'SVC_GROUP_MANAGEMENT',

  async run({ actor, tx, body }) {
    const users = await holdUsers(tx, actor, body.userIds ?? []);
    const roles = await changedRoles(tx, actor, { role_ids: [] }, body.roleIds);

    const id = newId();
    await insertGroup(tx, actor, { id, tenant: actor.tenant, name: body.name, roles });
    await insertMembers(tx, actor, [{ id }], users);
    return { status: 201, body: toGroupJson(await findGroup(tx, actor, id)) };
  },
});
