/** The SQL statements about the limits of personal access tokens. */
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';

/** The limits of a tenant: the longest validity of a token as a duration in ISO 8601 format, and the number of tokens of a user. Null: no limit. */
export type TokenLimits = { expiry: string | null; perUser: number | null };

/** Selects the limits of the actor's tenant. */
export const selectLimits = (tx: Tx, actor: Actor): Promise<TokenLimits> =>
  tx.only(sql`
    select l.max_expiry as expiry, l.max_per_user as "perUser"
    from tenant t
    left join token_limit l on l.tenant_id = t.id
    where t.id = ${actor.tenant}`);

/** Replaces the limits of the actor's tenant. */
export const replaceLimits = (tx: Tx, actor: Actor, limits: TokenLimits): Promise<unknown> =>
  tx.rows(sql`
    insert into token_limit (tenant_id, max_expiry, max_per_user)
    values (${actor.tenant}, ${limits.expiry}, ${limits.perUser})
    on conflict (tenant_id) do update
    set max_expiry = excluded.max_expiry,
        max_per_user = excluded.max_per_user`);

/** Locks an account, so that its tokens are created one after the other. */
export const lockOwner = (tx: Tx, account: string): Promise<unknown> =>
  tx.rows(sql`
    select id
    from account
    where id = ${account}
    for no key update`);

/** Compares a duration with the longest one, from now on. */
export const selectExpiryFault = (tx: Tx, expiry: string, longest: string | null): Promise<{ empty: boolean; too_long: boolean }> =>
  tx.only(sql`
    select now() + ${expiry}::interval <= now() as empty,
           coalesce(now() + ${expiry}::interval > now() + ${longest}::interval, false) as too_long`);
