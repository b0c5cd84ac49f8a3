import { endpoint } from '../../../core/http/endpoint.ts';
import { lockRole } from './access.ts';
import { removeRole } from './queries.ts';
import { requireCustomRole } from './rules.ts';

/** Deletes a role, and removes it from its users and groups. */
export const deleteRole = endpoint('DELETE /account/roles/{id}', {
  allow: 'SVC_ROLE_MANAGEMENT',

  async run({ actor, tx, path }) {
    const role = await lockRole(tx, actor, path.id);
    requireCustomRole(role);

    await removeRole(tx, actor, role.id);
    return { status: 204 };
  },
});
