/** The rotation of refresh tokens: one statement finds the grants of simultaneous requests, and another one replaces their tokens. */
import { sql } from '../../../../core/database/sql.ts';
import type { Tx } from '../../../../core/database/db.ts';
import type { BatchedStatement } from '../../../../core/database/statement-batcher.ts';
import { REFRESH_SECONDS } from './token-answer.ts';

/** The grant of a refresh token with its account, for a refresh. */
export type RefreshedGrant = {
  id: string;
  client_id: string;
  tenant_id: string;
  account_id: string;
  active: boolean;
  scopes: string[];
  authenticated_at: Date;
  expired: boolean;
};

/** Finds the grants of refresh tokens by their hashes, also those of replaced tokens. */
export const grantsOfTokens: BatchedStatement<Buffer, RefreshedGrant | undefined> = {
  atOnce: 1,
  most: 100,
  run: async ({ reader }, hashes) => {
    const rows = await reader.rows<RefreshedGrant & { hash: Buffer }>(sql`
      select t.hash, g.id, g.client_id, g.tenant_id, g.account_id, a.active, g.scopes, g.authenticated_at, g.expires_at <= now() as expired
      from oauth_refresh_token t
      join oauth_grant g on g.id = t.grant_id
      join account a on a.id = g.account_id
      where t.hash = any (${[...hashes]}::bytea[])`);
    const found = new Map(rows.map((row) => [row.hash.toString('hex'), row]));
    return hashes.map((hash) => found.get(hash.toString('hex')));
  },
};

/** The hash of a refresh token, and that of the token that replaces it. */
export type Rotation = { hash: Buffer; next: Buffer };

/**
 * Replaces refresh tokens that are the newest of their grants, and extends these grants. Returns the hashes of the new tokens. A grant that another
 * transaction has locked is left out, because two transactions that wait for many grants could wait for each other (deadlock).
 */
export const rotate = (tx: Tx, rotations: readonly Rotation[]): Promise<{ hash: Buffer }[]> =>
  tx.rows(sql`
    with asked as (
      select hash, next
      from unnest(${rotations.map(({ hash }) => hash)}::bytea[], ${rotations.map(({ next }) => next)}::bytea[]) as r (hash, next)),
    locked as materialized (
      select t.hash
      from oauth_refresh_token t
      join oauth_grant g on g.id = t.grant_id
      join account a on a.id = g.account_id
      where t.hash in (select hash from asked)
        and g.expires_at > now()
        and a.active
      for update of g skip locked),
    replaced as (
      update oauth_refresh_token t
      set replaced_at = now()
      from locked l
      join asked r on r.hash = l.hash
      where t.hash = l.hash
        and t.replaced_at is null
      returning t.grant_id, r.next),
    extended as (
      update oauth_grant g
      set last_used_at = now(),
          expires_at = now() + make_interval(secs => ${REFRESH_SECONDS})
      from replaced r
      where g.id = r.grant_id
      returning g.id)
    insert into oauth_refresh_token (hash, grant_id)
    select r.next, r.grant_id
    from replaced r
    join extended e on e.id = r.grant_id
    returning hash`);

/** Rotates the refresh tokens of simultaneous requests; true for those that were rotated. */
export const rotations: BatchedStatement<Rotation, boolean> = {
  atOnce: 2,
  most: 100,
  run: async ({ writer }, asked) => {
    const added = new Set((await rotate(writer, asked)).map(({ hash }) => hash.toString('hex')));
    return asked.map(({ next }) => added.has(next.toString('hex')));
  },
};
