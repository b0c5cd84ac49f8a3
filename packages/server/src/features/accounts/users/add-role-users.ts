import { endpoint } from '../../../core/http/endpoint.ts';
import { holdRoles } from '../roles/index.ts';
import { holdUsers, lockTenant } from './access.ts';
import { giveRoles } from './change-users.ts';
import { requireAssignableRoles } from './rules.ts';

/** Gives a role to users; those that have it keep it. */
export const addRoleUsers = endpoint('POST /account/roles/{id}/users', {
  allow: 'SVC_ROLE_MANAGEMENT',

  async run({ actor, tx, path, body }) {
    requireAssignableRoles(actor);
    await lockTenant(tx, actor);
    const roles = await holdRoles(tx, actor, [path.id]);
    const users = await holdUsers(tx, actor, body);

    await giveRoles(tx, actor, users, roles);
    return { status: 204 };
  },
});
