import { endpoint } from '../../../core/http/endpoint.ts';
import { wantedOf } from './projection.ts';
import { replaceScimResource } from './resources.ts';
import { requireEntitlements, SCIM_ROLES } from './role-resource.ts';

/** Replaces the attributes of a role. */
export const replaceScimRole = endpoint('PUT /scim/v2/Roles/{id}', {
  allow: 'SVC_ROLE_MANAGEMENT',

  async run(call) {
    requireEntitlements(call.body);
    return replaceScimResource(call, SCIM_ROLES, call.path.id, call.body, wantedOf(call.query));
  },
});
