import { endpoint } from '../../../core/http/endpoint.ts';
import { wantedOf } from './projection.ts';
import { listScimResources } from './resources.ts';
import { SCIM_GROUPS } from './group-resource.ts';

/** Lists groups as resources of SCIM. */
export const listScimGroups = endpoint('GET /scim/v2/Groups', {
  allow: 'SVC_GROUP_MANAGEMENT',
  transaction: 'read only',

  async run(call) {
    return listScimResources(call, SCIM_GROUPS, { ...call.query, ...wantedOf(call.query) });
  },
});
