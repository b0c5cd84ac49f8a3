import { endpoint } from '../../../core/http/endpoint.ts';
import { wantedOf } from './projection.ts';
import { getScimResource } from './resources.ts';
import { SCIM_ROLES } from './role-resource.ts';

/** Reads a role as a resource of SCIM. */
export const getScimRole = endpoint('GET /scim/v2/Roles/{id}', {
  allow: 'SVC_ROLE_MANAGEMENT',

  async run(call) {
    return getScimResource(call, SCIM_ROLES, call.path.id, wantedOf(call.query));
  },
});
