import { endpoint } from '../../../core/http/endpoint.ts';
import { findRole, lockRole } from './access.ts';
import { changeRole } from './change-roles.ts';
import { toRoleJson } from './json.ts';

/** Changes the name and the permissions of a role. */
export const replaceRole = endpoint('PUT /account/roles/{id}', {
  allow: 'SVC_ROLE_MANAGEMENT',

  async run({ actor, tx, path, body, wordsSent }) {
    const role = await lockRole(tx, actor, path.id);

    await changeRole(tx, actor, role, { name: body.name, permissions: body.permissions, wordsSent });
    return { status: 200, body: toRoleJson(await findRole(tx, actor, role.id)) };
  },
});
