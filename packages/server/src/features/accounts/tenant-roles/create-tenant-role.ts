import { readRecord } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { addRole } from '../roles/index.ts';
import { TENANT_ROLES } from './records.ts';

/** Creates a role in the form of the tenant API. */
export const createTenantRole = endpoint('POST /api/v1/roles', {
  allow: 'SVC_ROLE_MANAGEMENT',

  async run(call) {
    const { actor, tx, body, wordsSent } = call;
    const { name, description, assignedScopes: permissions = [] } = body;

    const id = await addRole(tx, actor, { name, description, permissions, wordsSent });
    return { status: 201, body: await readRecord(call, TENANT_ROLES, id) };
  },
});
