import { endpoint } from '../../../core/http/endpoint.ts';
import { wantedOf } from './projection.ts';
import { listScimResources } from './resources.ts';
import { SCIM_USERS } from './user-resource.ts';

/** Lists users as resources of SCIM. */
export const listScimUsers = endpoint('GET /scim/v2/Users', {
  allow: 'SVC_USER_MANAGEMENT',
  transaction: 'read only',

  async run(call) {
    return listScimResources(call, SCIM_USERS, { ...call.query, ...wantedOf(call.query) });
  },
});
