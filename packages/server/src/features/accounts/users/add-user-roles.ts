import { endpoint } from '../../../core/http/endpoint.ts';
import { holdRoles } from '../roles/index.ts';
import { findUser, lockUser } from './access.ts';
import { giveRoles } from './change-users.ts';
import { toUserJson } from './json.ts';
import { requireAssignableRoles } from './rules.ts';

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
