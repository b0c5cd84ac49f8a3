import { endpoint } from '../../../core/http/endpoint.ts';
import { wantedOf } from './projection.ts';
import { createScimResource } from './resources.ts';
import { SCIM_GROUPS } from './group-resource.ts';

/** Creates a group from a resource of SCIM. */
export const createScimGroup = endpoint('POST /scim/v2/Groups', {
  allow: 'SVC_GROUP_MANAGEMENT',

  async run(call) {
    return createScimResource(call, SCIM_GROUPS, call.body, wantedOf(call.query));
  },
});
