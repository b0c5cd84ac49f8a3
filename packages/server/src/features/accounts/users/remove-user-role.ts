import { endpoint } from '../../../core/http/endpoint.ts';
import { findRole } from '../roles/index.ts';
import { lockUser } from './access.ts';
import { takeRole } from './change-users.ts';
import { requireRole, requireAssignableRoles } from './rules.ts';

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
