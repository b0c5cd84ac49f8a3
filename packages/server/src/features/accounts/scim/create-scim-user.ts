import { endpoint } from '../../../core/http/endpoint.ts';
import { wantedOf } from './projection.ts';
import { createScimResource } from './resources.ts';
import { SCIM_USERS } from './user-resource.ts';

/**
 * Creates a user from a resource of SCIM.
 * @rule scim.all.permission
 */
export const createScimUser = endpoint('POST /scim/v2/Users', {
  allow: 'SVC_USER_MANAGEMENT',

  async run(call) {
    return createScimResource(call, SCIM_USERS, call.body, wantedOf(call.query));
  },
});
