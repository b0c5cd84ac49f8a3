import { endpoint } from '../../../core/http/endpoint.ts';
import { wantedOf } from './projection.ts';
import { changeScimResource } from './resources.ts';
import { SCIM_USERS } from './user-resource.ts';

/** Changes a user by operations. */
export const changeScimUser = endpoint('PATCH /scim/v2/Users/{id}', {
  allow: 'SVC_USER_MANAGEMENT',

  async run(call) {
    return changeScimResource(call, SCIM_USERS, call.path.id, call.body.Operations, wantedOf(call.query));
  },
});
