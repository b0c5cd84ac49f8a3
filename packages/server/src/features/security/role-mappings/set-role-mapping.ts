import { endpoint } from '../../../core/http/endpoint.ts';
import { requireRolesHeld } from '../../accounts/roles/index.ts';
import { findMapping, holdNamedRoles } from './access.ts';
import { toMappingJson } from './json.ts';
import { upsertMapping } from './queries.ts';

/**
 * Creates a role mapping, or replaces the roles of the existing mapping with this name.
 * @rule role-mappings.all.permission
 */
export const setRoleMapping = endpoint('POST /security/role-mappings', {
  allow: 'SVC_SSO_MANAGEMENT',

  async run({ actor, tx, body }) {
    const roles = await holdNamedRoles(tx, actor, body.roles);
    requireRolesHeld(actor, roles);

    await upsertMapping(tx, actor, body.name, roles);
    return { status: 200, body: toMappingJson(await findMapping(tx, actor, body.name)) };
  },
});
