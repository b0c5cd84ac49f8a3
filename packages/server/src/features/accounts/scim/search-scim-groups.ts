import { endpoint } from '../../../core/http/endpoint.ts';
import { listScimResources } from './resources.ts';
import { SCIM_GROUPS } from './group-resource.ts';

/** Lists groups as resources of SCIM, by a search in the body. */
export const searchScimGroups = endpoint('POST /scim/v2/Groups/.search', {
  allow: 'SVC_GROUP_MANAGEMENT',
  audit: 'none',
  transaction: 'read only',

  async run(call) {
    return listScimResources(call, SCIM_GROUPS, call.body);
  },
});
