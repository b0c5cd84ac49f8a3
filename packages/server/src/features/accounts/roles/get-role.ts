import { endpoint } from '../../../core/http/endpoint.ts';
import { findRole } from './access.ts';
import { toRoleJson } from './json.ts';

/** Reads a role. */
export const getRole = endpoint('GET /account/roles/{id}', {
  allow: 'SVC_ROLE_MANAGEMENT',

  async run({ actor, tx, path }) {
    return { status: 200, body: toRoleJson(await findRole(tx, actor, path.id)) };
  },
});
