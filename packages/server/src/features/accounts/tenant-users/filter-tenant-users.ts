import { listRecords } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { TENANT_USERS } from './records.ts';

/** Lists users by a filter in the body. */
export const filterTenantUsers = endpoint('POST /api/v1/users/actions/filter', {
  allow: 'SVC_USER_MANAGEMENT',
  audit: 'none',
  transaction: 'read only',

  async run(call) {
    return listRecords(call, TENANT_USERS, call.query, { filter: call.body.filter, path: `${TENANT_USERS.path}/actions/filter` });
  },
});
