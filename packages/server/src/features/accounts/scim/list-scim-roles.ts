import { endpoint } from '../../../core/http/endpoint.ts';
import { wantedOf } from './projection.ts';
import { listScimResources } from './resources.ts';
import { SCIM_ROLES } from './role-resource.ts';

/** Lists roles as resources of SCIM. */
export const listScimRoles = endpoint('GET /scim/v2/Roles', {
  allow: 'SVC_ROLE_MANAGEMENT',
  transaction: 'read only',

  async run(call) {
    return listScimResources(call, SCIM_ROLES, { ...call.query, ...wantedOf(call.query) });
  },
});
