import { endpoint } from '../../../core/http/endpoint.ts';
import { wantedOf } from './projection.ts';
import { getScimResource } from './resources.ts';
import { SCIM_GROUPS } from './group-resource.ts';

/** Reads a group as a resource of SCIM. */
export const getScimGroup = endpoint('GET /scim/v2/Groups/{id}', {
  allow: 'SVC_GROUP_MANAGEMENT',

  async run(call) {
    return getScimResource(call, SCIM_GROUPS, call.path.id, wantedOf(call.query));
  },
});
