import { endpoint } from '../../../core/http/endpoint.ts';
import { pageHeaders } from '../../../core/http/paging.ts';
import { toGroupJson } from './json.ts';
import { selectGroups } from './queries.ts';

/** Lists groups, ordered by name. */
export const listGroups = endpoint('GET /account/groups', {
  allow: 'SVC_GROUP_MANAGEMENT',
  transaction: 'read only',

  async run({ actor, tx, query }) {
    const page = await selectGroups(tx, actor, query);
    return { status: 200, headers: pageHeaders(page, query), body: page.rows.map(toGroupJson) };
  },
});
