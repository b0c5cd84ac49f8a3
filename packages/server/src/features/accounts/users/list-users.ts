import { endpoint } from '../../../core/http/endpoint.ts';
import { pageHeaders } from '../../../core/http/paging.ts';
import { toUserJson } from './json.ts';
import { selectUsers } from './user-queries.ts';

/** Lists the users of the tenant, ordered by login. */
export const listUsers = endpoint('GET /account/users', {
  allow: 'SVC_USER_MANAGEMENT',
  transaction: 'read only',

  async run({ actor, tx, query }) {
    const page = await selectUsers(tx, actor, query);
    return { status: 200, headers: pageHeaders(page, query), body: page.rows.map(toUserJson) };
  },
});
