import { listRecords } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { TENANT_GROUPS } from './records.ts';

/**
 * Lists groups in the form of the tenant API.
 * @rule tenant-groups.all.permission
 */
export const listTenantGroups = endpoint('GET /api/v1/groups', {
  allow: 'SVC_GROUP_MANAGEMENT',
  transaction: 'read only',

  async run(call) {
    return listRecords(call, TENANT_GROUPS, call.query);
  },
});
