import { endpoint } from '../../../core/http/endpoint.ts';
import { listScimResources } from './resources.ts';
import { SCIM_ROLES } from './role-resource.ts';

/** Lists roles as resources of SCIM, by a search in the body. */
export const searchScimRoles = endpoint('POST /scim/v2/Roles/.search', {
  allow: 'SVC_ROLE_MANAGEMENT',
  audit: 'none',
  transaction: 'read only',

  async run(call) {
    return listScimResources(call, SCIM_ROLES, call.body);
  },
});
