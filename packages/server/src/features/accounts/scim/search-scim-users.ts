import { endpoint } from '../../../core/http/endpoint.ts';
import { listScimResources } from './resources.ts';
import { SCIM_USERS } from './user-resource.ts';

/** Lists users as resources of SCIM, by a search in the body. */
export const searchScimUsers = endpoint('POST /scim/v2/Users/.search', {
  allow: 'SVC_USER_MANAGEMENT',
  audit: 'none',
  transaction: 'read only',

  async run(call) {
    return listScimResources(call, SCIM_USERS, call.body);
  },
});
