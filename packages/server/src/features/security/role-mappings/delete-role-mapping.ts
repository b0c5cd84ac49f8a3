import { endpoint } from '../../../core/http/endpoint.ts';
import { findMapping } from './access.ts';
import { removeMapping } from './queries.ts';

/** Deletes a role mapping. */
export const deleteRoleMapping = endpoint('DELETE /security/role-mappings/{customerRoleName}', {
  allow: 'SVC_SSO_MANAGEMENT',

  async run({ actor, tx, path }) {
    const mapping = await findMapping(tx, actor, path.customerRoleName);

    await removeMapping(tx, actor, mapping.name);
    return { status: 204 };
  },
});
