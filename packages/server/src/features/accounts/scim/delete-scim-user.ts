import { endpoint } from '../../../core/http/endpoint.ts';
import { deleteScimResource } from './resources.ts';
import { SCIM_USERS } from './user-resource.ts';

/** Deletes a user. */
export const deleteScimUser = endpoint('DELETE /scim/v2/Users/{id}', {
  allow: 'SVC_USER_MANAGEMENT',

  async run(call) {
    return deleteScimResource(call, SCIM_USERS, call.path.id);
  },
});
