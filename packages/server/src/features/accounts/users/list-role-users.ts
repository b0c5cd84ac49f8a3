import { endpoint } from '../../../core/http/endpoint.ts';
import { pageHeaders } from '../../../core/http/paging.ts';
import { findRole } from '../roles/index.ts';
import { toUserJson } from './json.ts';
import { selectUsersOfRole } from './user-queries.ts';

/** Lists the users of a role, ordered by login. */
export const listRoleUsers = endpoint('GET /account/roles/{id}/users', {
  allow: 'SVC_ROLE_MANAGEMENT',
  transaction: 'read only',

  async run({ actor, tx, path, query }) {
    const role = await findRole(tx, actor, path.id);
    const page = await selectUsersOfRole(tx, actor, role.id, query);
    return { status: 200, headers: pageHeaders(page, query), body: page.rows.map(toUserJson) };
  },
});
