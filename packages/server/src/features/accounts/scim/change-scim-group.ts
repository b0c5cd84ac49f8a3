import { endpoint } from '../../../core/http/endpoint.ts';
import { wantedOf } from './projection.ts';
import { changeScimResource } from './resources.ts';
import { SCIM_GROUPS } from './group-resource.ts';

/** Changes a group by operations. */
export const changeScimGroup = endpoint('PATCH /scim/v2/Groups/{id}', {
  allow: 'SVC_GROUP_MANAGEMENT',

  async run(call) {
    return changeScimResource(call, SCIM_GROUPS, call.path.id, call.body.Operations, wantedOf(call.query));
  },
});
