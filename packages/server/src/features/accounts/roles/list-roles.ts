import { endpoint } from '../../../core/http/endpoint.ts';
import { pageHeaders } from '../../../core/http/paging.ts';
import { toRoleJson } from './json.ts';
import { selectRoles } from './queries.ts';

/** Lists roles, ordered by name. */
export const listRoles = endpoint('GET /account/roles', {
  allow: 'SVC_ROLE_MANAGEMENT',
  transaction: 'read only',

  async run({ actor, tx, query }) {
    const page = await selectRoles(tx, actor, query);
    return { status: 200, headers: pageHeaders(page, query), body: page.rows.map(toRoleJson) };
  },
});
