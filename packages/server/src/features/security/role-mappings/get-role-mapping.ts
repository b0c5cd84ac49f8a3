import { endpoint } from '../../../core/http/endpoint.ts';
import { findMapping } from './access.ts';
import { toMappingJson } from './json.ts';

/** Reads a role mapping. */
export const getRoleMapping = endpoint('GET /security/role-mappings/{customerRoleName}', {
  allow: 'SVC_SSO_MANAGEMENT',

  async run({ actor, tx, path }) {
    return { status: 200, body: toMappingJson(await findMapping(tx, actor, path.customerRoleName)) };
  },
});
