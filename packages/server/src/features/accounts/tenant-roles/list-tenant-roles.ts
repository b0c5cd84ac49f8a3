import { listRecords } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { TENANT_ROLES } from './records.ts';

/**
 * Lists roles in the form of the tenant API.
 * @rule tenant-roles.all.permission
 */
export const listTenantRoles = endpoint('GET /api/v1/roles', {
  allow: 'SVC_ROLE_MANAGEMENT',
  transaction: 'read only',

  async run(call) {
    return listRecords(call, TENANT_ROLES, call.query);
  },
});
