import { endpoint } from '../../../core/http/endpoint.ts';
import { wantedOf } from './projection.ts';
import { getScimResource } from './resources.ts';
import { SCIM_USERS } from './user-resource.ts';

/** Reads a user as a resource of SCIM. */
export const getScimUser = endpoint('GET /scim/v2/Users/{id}', {
  allow: 'SVC_USER_MANAGEMENT',

  async run(call) {
    return getScimResource(call, SCIM_USERS, call.path.id, wantedOf(call.query));
  },
});
