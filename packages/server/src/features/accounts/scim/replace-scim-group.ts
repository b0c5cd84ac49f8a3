import { endpoint } from '../../../core/http/endpoint.ts';
import { wantedOf } from './projection.ts';
import { replaceScimResource } from './resources.ts';
import { SCIM_GROUPS } from './group-resource.ts';

/** Replaces the attributes of a group. */
export const replaceScimGroup = endpoint('PUT /scim/v2/Groups/{id}', {
  allow: 'SVC_GROUP_MANAGEMENT',

  async run(call) {
    return replaceScimResource(call, SCIM_GROUPS, call.path.id, call.body, wantedOf(call.query));
  },
});
