import { endpoint } from '../../../core/http/endpoint.ts';
import { findMapping, holdNamedRoles } from './access.ts';
import { toMappingJson } from './json.ts';
import { upsertMapping } from './queries.ts';
import { mayMapRoles } from './rules.ts';

/**
 * Creates a role mapping, or replaces the roles of the existing mapping with this name.
 * @rule role-mappings.all.permission
 */
export const setRoleMapping = endpoint('POST /security/role-mappings', {
  allow: 'SVC_SSO_MANAGEMENT',

  async run({ actor, tx, body }) {
    const roles = await holdNamedRoles(tx, actor, body.roles);
    mayMapRoles(actor.permissions, roles);

    await upsertMapping(tx, actor, body.name, roles);
    return { status: 200, body: toMappingJson(await findMapping(tx, actor, body.name)) };
  },
});
