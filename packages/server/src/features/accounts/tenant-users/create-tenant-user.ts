import { readRecord } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { createInvitation, requireMayGiveAccess } from '../sign-in/index.ts';
import { addUser, requireAssignableRoles } from '../users/index.ts';
import { namesOf, TENANT_USERS } from './records.ts';
import { roleIdsOf } from './references.ts';
import { emailOf, requireOwnTenant } from './rules.ts';

/**
 * Creates a user in the form of the tenant API.
 * @rule tenant-users.create.invited
 * @rule tenant-users.create.picture
 */
export const createTenantUser = endpoint('POST /api/v1/users', {
  allow: 'SVC_USER_MANAGEMENT',

  async run(call) {
    const { actor, tx, body } = call;
    requireOwnTenant(actor, body.tenantId);
    const email = emailOf(body);
    if (body.status === 'invited') requireMayGiveAccess(actor);
    if (body.assignedRoles?.length) requireAssignableRoles(actor);
    const roleIds = await roleIdsOf(tx, actor, body.assignedRoles);

    const id = await addUser(call, { login: body.subject, email, ...namesOf(body.name ?? ''), roleIds, picture: body.picture });
    const invitation = body.status === 'invited' && { invitation: await createInvitation(tx, call, id) };
    return { status: 201, body: { ...(await readRecord(call, TENANT_USERS, id)), ...invitation } };
  },
});
