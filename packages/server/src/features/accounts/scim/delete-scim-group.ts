import { endpoint } from '../../../core/http/endpoint.ts';
import { deleteScimResource } from './resources.ts';
import { SCIM_GROUPS } from './group-resource.ts';

/** Deletes a group. */
export const deleteScimGroup = endpoint('DELETE /scim/v2/Groups/{id}', {
  allow: 'SVC_GROUP_MANAGEMENT',

  async run(call) {
    return deleteScimResource(call, SCIM_GROUPS, call.path.id);
  },
});
