/** Access tokens of OAuth clients: JWTs that are valid as long as their client, account and grant, and whose scopes limit the permissions. */
import { sql } from '../core/database/sql.ts';
import type { BatchedStatement } from '../core/database/statement-batcher.ts';
import type { OauthClaims } from './access-claims.ts';
import { actorColumns, toActor, type ActorRow } from './actor-columns.ts';
import type { Actor } from './actor.ts';

type Row = ActorRow & { token_id: string; uses_vendor_words: boolean };

/**
 * Finds the actors of the tokens of simultaneous calls by one statement.
 * @rule oauth.use.ended
 */
export const actorsOfOauthTokens: BatchedStatement<OauthClaims, Actor | undefined> = {
  atOnce: 1,
  most: 100,
  run: async ({ reader }, claims) => {
    const distinct = [...new Map(claims.map((claim) => [claim.id, claim])).values()];
    const rows = await reader.rows<Row>(sql`
      select t.id as token_id, cardinality(c.vendor_words) > 0 as uses_vendor_words, ${actorColumns}
      from unnest(
        ${distinct.map(({ id }) => id)}::uuid[], ${distinct.map(({ account }) => account)}::uuid[],
        ${distinct.map(({ client }) => client)}::uuid[], ${distinct.map(({ grant }) => grant ?? null)}::uuid[]
      ) as t (id, account_id, client_id, grant_id)
      join account a on a.id = t.account_id
      join oauth_connection_config g on g.client_id = t.client_id and g.tenant_id = a.tenant_id
      join oauth_client c on c.id = t.client_id
      where a.active
        and c.deleted_at is null
        and (t.grant_id is null or exists (select from oauth_grant r where r.id = t.grant_id))
        and not exists (select from oauth_revoked_token v where v.id = t.id)`);
    const found = new Map(rows.map((row) => [row.token_id, row]));
    return claims.map(({ id, tenant, scopes }) => {
      const row = found.get(id);
      return row?.tenant_id === tenant ? { ...toActor(row), scopes: new Set(scopes), usesVendorWords: row.uses_vendor_words } : undefined;
    });
  },
};
