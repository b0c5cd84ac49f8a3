import { sql } from '../../../core/database/sql.ts';
import { listRecords } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { GRANTS } from './records.ts';

/**
 * Lists the grants by which OAuth clients act for people.
 * @rule oauth-tokens.list.filters
 */
export const listOauthTokens = endpoint('GET /api/v1/oauth-tokens', {
  allow: 'signed-in',

  async run(call) {
    const { sort, limit, page: next, prev, userId } = call.query;
    return listRecords(
      call,
      GRANTS,
      { sort, limit, next, prev },
      { ...(userId !== undefined && { only: sql`g.account_id = ${userId}` }), parameters: { userId }, names: { next: 'page' } },
    );
  },
});
