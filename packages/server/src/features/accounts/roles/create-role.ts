import { endpoint } from '../../../core/http/endpoint.ts';
import { newId } from '../../../core/base/id.ts';
import { findRole } from './access.ts';
import { toRoleJson } from './json.ts';
import { insertRole } from './queries.ts';

/**
 * Creates a role.
 * @rule roles.all.permission
 */
export const createRole = endpoint('POST /account/roles', {
  allow: 'SVC_ROLE_MANAGEMENT',

  async run({ actor, tx, body }) {
    const id = newId();
    await insertRole(tx, actor, { id, tenant: actor.tenant, name: body.name, builtIn: false, permissions: body.permissions ?? [] });
    return { status: 201, body: toRoleJson(await findRole(tx, actor, id)) };
  },
});
