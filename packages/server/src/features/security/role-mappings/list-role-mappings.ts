import { endpoint } from '../../../core/http/endpoint.ts';
import { toMappingJson } from './json.ts';
import { selectMappings } from './queries.ts';

/** Lists the role mappings of the tenant, ordered by name. */
export const listRoleMappings = endpoint('GET /security/role-mappings', {
  allow: 'SVC_SSO_MANAGEMENT',

  async run({ actor, tx }) {
    return { status: 200, body: (await selectMappings(tx, actor)).map(toMappingJson) };
  },
});
