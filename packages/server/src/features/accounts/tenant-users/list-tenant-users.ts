import { listRecords } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { TENANT_USERS } from './records.ts';

/**
 * Lists users in the form of the tenant API.
 * @rule tenant-users.all.permission
 */
export const listTenantUsers = endpoint('GET /api/v1/users', {
  allow: 'SVC_USER_MANAGEMENT',
  transaction: 'read only',

  async run(call) {
    return listRecords(call, TENANT_USERS, call.query);
  },
});
