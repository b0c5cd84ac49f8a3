import { endpoint } from '../../../core/http/endpoint.ts';
import { requireCustomRole, lockRole, removeRole } from '../roles/index.ts';
import { findRecordRow } from '../../../core/http/cursor-lists.ts';
import { TENANT_ROLES } from './records.ts';
import { requireUnassigned } from './rules.ts';

/** Deletes a role that no user and no group has. */
export const deleteTenantRole = endpoint('DELETE /api/v1/roles/{id}', {
  allow: 'SVC_ROLE_MANAGEMENT',

  async run(call) {
    const { actor, tx, path } = call;
    const role = await lockRole(tx, actor, path.id);
    requireCustomRole(role);
    requireUnassigned(await findRecordRow(call, TENANT_ROLES, role.id));

    await removeRole(tx, actor, role.id);
    return { status: 204 };
  },
});
