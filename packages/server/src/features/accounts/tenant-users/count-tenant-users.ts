import { countRecords } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { TENANT_USERS } from './records.ts';

/** Counts the users of the tenant. */
export const countTenantUsers = endpoint('GET /api/v1/users/actions/count', {
  allow: 'SVC_USER_MANAGEMENT',

  async run(call) {
    return { status: 200, body: { total: await countRecords(call, TENANT_USERS) } };
  },
});
