import { endpoint } from '../../../core/http/endpoint.ts';
import { pageHeaders } from '../../../core/http/paging.ts';
import { toUserJson } from '../users/index.ts';
import { findGroup } from './access.ts';
import { selectMembers } from './queries.ts';

/** Lists the members of a group, ordered by login. */
export const listGroupUsers = endpoint('GET /account/groups/{id}/users', {
  allow: 'SVC_GROUP_MANAGEMENT',
  transaction: 'read only',

  async run({ actor, tx, path, query }) {
    const group = await findGroup(tx, actor, path.id);
    const page = await selectMembers(tx, group.id, query);
    return { status: 200, headers: pageHeaders(page, query), body: page.rows.map(toUserJson) };
  },
});
