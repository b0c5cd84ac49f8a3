import { sql } from '../../../core/database/sql.ts';
import { listRecords } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { endGrant } from '../oauth/index.ts';
import { GRANTS, lockVisibleGrant } from './rows.ts';

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

/**
 * Ends a grant with all its tokens.
 * @rule oauth-tokens.delete.ends
 */
export const deleteOauthToken = endpoint('DELETE /api/v1/oauth-tokens/{id}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    const { id } = await lockVisibleGrant(tx, actor, path.id);

    await endGrant(tx, id, { actor, byBearer: false });
    return { status: 204 };
  },
});
