import { endpoint } from '../../../core/http/endpoint.ts';
import { deleteScimResource } from './resources.ts';
import { SCIM_ROLES } from './role-resource.ts';

/** Deletes a role. */
export const deleteScimRole = endpoint('DELETE /scim/v2/Roles/{id}', {
  allow: 'SVC_ROLE_MANAGEMENT',

  async run(call) {
    return deleteScimResource(call, SCIM_ROLES, call.path.id);
  },
});
