import { newId } from '../../../core/base/id.ts';
import { readRecord } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { insertGroup } from '../groups/index.ts';
import { roleIdsOf } from '../tenant-users/index.ts';
import { changedRoles, requireAssignableRoles } from '../users/index.ts';
import { TENANT_GROUPS } from './records.ts';

/** Creates a group in the form of the tenant API. */
export const createTenantGroup = endpoint('POST /api/v1/groups', {
  allow: 'SVC_GROUP_MANAGEMENT',

  async run(call) {
    const { actor, tx, body } = call;
    if (body.assignedRoles?.length) requireAssignableRoles(actor);
    const roles = await changedRoles(tx, actor, { role_ids: [] }, await roleIdsOf(tx, actor, body.assignedRoles));

    const id = newId();
    await insertGroup(tx, actor, { id, tenant: actor.tenant, name: body.name, description: body.description, roles });
    return { status: 201, body: await readRecord(call, TENANT_GROUPS, id) };
  },
});
