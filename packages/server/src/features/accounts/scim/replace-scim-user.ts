import { endpoint } from '../../../core/http/endpoint.ts';
import { wantedOf } from './projection.ts';
import { replaceScimResource } from './resources.ts';
import { SCIM_USERS } from './user-resource.ts';

/** Replaces the attributes of a user. */
export const replaceScimUser = endpoint('PUT /scim/v2/Users/{id}', {
  allow: 'SVC_USER_MANAGEMENT',

  async run(call) {
    return replaceScimResource(call, SCIM_USERS, call.path.id, call.body, wantedOf(call.query));
  },
});
