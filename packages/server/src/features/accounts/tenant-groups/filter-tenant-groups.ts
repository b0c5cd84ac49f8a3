import { listRecords } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { TENANT_GROUPS } from './records.ts';

/** Lists groups by a filter in the body. */
export const filterTenantGroups = endpoint('POST /api/v1/groups/actions/filter', {
  allow: 'SVC_GROUP_MANAGEMENT',
  audit: 'none',
  transaction: 'read only',

  async run(call) {
    return listRecords(call, TENANT_GROUPS, call.query, { filter: call.body.filter, path: `${TENANT_GROUPS.path}/actions/filter` });
  },
});
