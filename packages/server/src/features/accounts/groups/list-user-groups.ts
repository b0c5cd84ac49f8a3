import { endpoint } from '../../../core/http/endpoint.ts';
import { pageHeaders } from '../../../core/http/paging.ts';
import { findUser } from '../users/index.ts';
import { toGroupJson } from './json.ts';
import { selectGroupsOfUser } from './queries.ts';

/**
 * Lists the groups of a user, ordered by name.
 * @rule groups.of-user.permission
 */
export const listUserGroups = endpoint('GET /account/users/{id}/groups', {
  allow: { anyOf: ['SVC_GROUP_MANAGEMENT', 'SVC_USER_MANAGEMENT'] },
  transaction: 'read only',

  async run({ actor, tx, path, query }) {
    const user = await findUser(tx, actor, path.id);
    const page = await selectGroupsOfUser(tx, actor, user.id, query);
    return { status: 200, headers: pageHeaders(page, query), body: page.rows.map(toGroupJson) };
  },
});
