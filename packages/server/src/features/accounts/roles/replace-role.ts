import { endpoint } from '../../../core/http/endpoint.ts';
import { findRole, lockRole } from './access.ts';
import { toRoleJson } from './json.ts';
import { updateRole } from './queries.ts';
import { isNotBuiltIn } from './rules.ts';

/** Changes the name and the permissions of a role. */
export const replaceRole = endpoint('PUT /account/roles/{id}', {
  allow: 'SVC_ROLE_MANAGEMENT',

  async run({ actor, tx, path, body }) {
    const role = await lockRole(tx, actor, path.id);
    isNotBuiltIn(role);

    await updateRole(tx, actor, role.id, { name: body.name, permissions: body.permissions });
    return { status: 200, body: toRoleJson(await findRole(tx, actor, role.id)) };
  },
});
