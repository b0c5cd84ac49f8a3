import { endpoint } from '../../../core/http/endpoint.ts';
import { removeMappings } from './queries.ts';

/** Deletes all role mappings of the tenant. */
export const deleteRoleMappings = endpoint('DELETE /security/role-mappings', {
  allow: 'SVC_SSO_MANAGEMENT',

  async run({ actor, tx }) {
    await removeMappings(tx, actor);
    return { status: 204 };
  },
});
