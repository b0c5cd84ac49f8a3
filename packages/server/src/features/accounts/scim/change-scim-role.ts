import { endpoint } from '../../../core/http/endpoint.ts';
import { wantedOf } from './projection.ts';
import { changeScimResource } from './resources.ts';
import { requireEntitlementsIn, SCIM_ROLES } from './role-resource.ts';

/** Changes a role by operations. */
export const changeScimRole = endpoint('PATCH /scim/v2/Roles/{id}', {
  allow: 'SVC_ROLE_MANAGEMENT',

  async run(call) {
    requireEntitlementsIn(call.body.Operations);
    return changeScimResource(call, SCIM_ROLES, call.path.id, call.body.Operations, wantedOf(call.query));
  },
});
