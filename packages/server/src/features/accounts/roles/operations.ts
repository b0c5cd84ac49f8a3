import { endpoint } from '../../../core/http/endpoint.ts';
import { answerPage } from '../../../core/http/paging.ts';
import { addRole, changeRole, findRole, lockRole, removeRole, selectRoles, toRoleJson } from '../people/index.ts';

/** Lists roles, ordered by name. */
export const listRoles = endpoint('GET /account/roles', {
  allow: 'SVC_ROLE_MANAGEMENT',
  transaction: 'read only',

  async run({ actor, tx, query }) {
    return answerPage(await selectRoles(tx, actor, query), query, toRoleJson);
  },
});

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

/** Reads a role. */
export const getRole = endpoint('GET /account/roles/{id}', {
  allow: 'SVC_ROLE_MANAGEMENT',

  async run({ actor, tx, path }) {
    return { status: 200, body: toRoleJson(await findRole(tx, actor, path.id)) };
  },
});

/** Changes the name and the permissions of a role. */
export const replaceRole = endpoint('PUT /account/roles/{id}', {
  allow: 'SVC_ROLE_MANAGEMENT',

  async run({ actor, tx, path, body, wordsSent }) {
    const role = await lockRole(tx, actor, path.id);

    await changeRole(tx, actor, role, { name: body.name, permissions: body.permissions, wordsSent });
    return { status: 200, body: toRoleJson(await findRole(tx, actor, role.id)) };
  },
});

/** Deletes a role, and removes it from its users and groups. */
export const deleteRole = endpoint('DELETE /account/roles/{id}', {
  allow: 'SVC_ROLE_MANAGEMENT',

  async run({ actor, tx, path }) {
    const role = await lockRole(tx, actor, path.id);

    await removeRole(tx, actor, role);
    return { status: 204 };
  },
});
