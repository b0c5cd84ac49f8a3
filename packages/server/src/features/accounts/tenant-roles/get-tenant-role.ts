import { readRecord } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { TENANT_ROLES } from './records.ts';

/** Reads a role in the form of the tenant API. */
export const getTenantRole = endpoint('GET /api/v1/roles/{id}', {
  allow: 'SVC_ROLE_MANAGEMENT',

  async run(call) {
    return { status: 200, body: await readRecord(call, TENANT_ROLES, call.path.id) };
  },
});
