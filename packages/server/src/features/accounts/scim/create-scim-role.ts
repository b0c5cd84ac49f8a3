import { endpoint } from '../../../core/http/endpoint.ts';
import { wantedOf } from './projection.ts';
import { createScimResource } from './resources.ts';
import { SCIM_ROLES } from './role-resource.ts';

/** Creates a role from a resource of SCIM. */
export const createScimRole = endpoint('POST /scim/v2/Roles', {
  allow: 'SVC_ROLE_MANAGEMENT',

  async run(call) {
    return createScimResource(call, SCIM_ROLES, call.body, wantedOf(call.query));
  },
});
