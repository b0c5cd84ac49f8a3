import { endpoint } from '../../../core/http/endpoint.ts';
import { pageHeaders } from '../../../core/http/paging.ts';
import { selectRolesOfAccount, toRoleJson } from '../roles/index.ts';
import { findUser } from './access.ts';

/** Lists the roles of a user, ordered by name. */
export const listUserRoles = endpoint('GET /account/users/{id}/roles', {
  allow: 'SVC_USER_MANAGEMENT',
  transaction: 'read only',

  async run({ actor, tx, path, query }) {
    const user = await findUser(tx, actor, path.id);
    const page = await selectRolesOfAccount(tx, user.id, query);
    return { status: 200, headers: pageHeaders(page, query), body: page.rows.map(toRoleJson) };
  },
});
