import { endpoint } from '../../../core/http/endpoint.ts';
import { findRole } from '../roles/index.ts';
import { lockUser } from './access.ts';
import { takeRole } from './change-users.ts';
import { requireRole, requireAssignableRoles } from './rules.ts';

/** Takes a role from one of its users. */
export const removeRoleUser = endpoint('DELETE /account/roles/{id}/users/{userId}', {
  allow: 'SVC_ROLE_MANAGEMENT',

  async run({ actor, tx, path }) {
    requireAssignableRoles(actor);
    const role = await findRole(tx, actor, path.id);
    const user = await lockUser(tx, actor, path.userId);
    requireRole(user, role);

    await takeRole({ tx, actor }, user, role);
    return { status: 204 };
  },
});
