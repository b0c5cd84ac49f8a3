import { endpoint } from '../../../core/http/endpoint.ts';
import { findRole } from './access.ts';
import { addRole } from './change-roles.ts';
import { toRoleJson } from './json.ts';

/**
 * Creates a role.
 * @rule roles.all.permission
 */
export const createRole = endpoint('POST /account/roles', {
  allow: 'SVC_ROLE_MANAGEMENT',

  async run({ actor, tx, body, wordsSent }) {
    const id = await addRole(tx, actor, { name: body.name, permissions: body.permissions ?? [], wordsSent });
    return { status: 201, body: toRoleJson(await findRole(tx, actor, id)) };
  },
});
