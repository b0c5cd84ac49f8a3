/** The creation of personal access tokens within the limits of the tenant, for all operations that create them. */
import { newId } from '../../../core/base/id.ts';
import { conflict, invalid } from '../../../core/base/problem.ts';
import { sql, type Tx } from '../../../core/database/sql.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import type { Actor } from '../../../identity/actor.ts';
import { countTokens, insertToken, removeExpiredTokens, type TokenRow } from './rows.ts';

/**
 * Creates a token of the actor; `expiry` is a duration in ISO 8601 format. Without it, the token is valid as long as the tenant allows. Returns the row
 * and the secret, which is stored nowhere. Refuses an expiry that ends at once or beyond the limit of the tenant, and a token above the limit of the
 * actor. Deletes the actor's expired tokens.
 */
export async function createToken(
  { tx, actor, identity: { tokens } }: { tx: Tx; actor: Actor; identity: { tokens: Platform['identity']['tokens'] } },
  { name, expiry }: { name: string; expiry?: string | undefined },
): Promise<{ row: TokenRow; secret: string }> {
  // The lock lets simultaneous creations for an account wait for each other: together they could exceed the limit.
  await tx.rows(sql`
    select id
    from account
    where id = ${actor.id}
    for no key update`);
  const limits = await selectTokenLimits(tx, actor);
  if (expiry !== undefined) await requireExpiryWithinLimit(tx, expiry, limits.expiry);
  if (limits.perUser !== null) requireRoomForToken(await countTokens(tx, actor.id), limits.perUser);

  await removeExpiredTokens(tx, actor.id);
  const { secret, hash } = tokens.create('personal');
  const row = await insertToken(tx, { id: newId(), account: actor.id, name: name.trim(), hash, expiry: expiry ?? limits.expiry });
  return { row, secret };
}

/**
 * A new token expires later than now, and not later than the tenant allows.
 * @rule personal-access-tokens.create.longest
 */
async function requireExpiryWithinLimit(tx: Tx, expiry: string, longest: string | null): Promise<void> {
  const { empty, too_long: tooLong } = await tx.only<{ empty: boolean; too_long: boolean }>(sql`
    select now() + ${expiry}::interval <= now() as empty,
           coalesce(now() + ${expiry}::interval > now() + ${longest}::interval, false) as too_long`);
  if (empty) throw invalid('token_expiry_refused', 'The token would expire at once: send a longer duration.');
  if (tooLong)
    throw invalid('token_expiry_refused', `Tokens of this tenant expire after ${longest} at the latest: send a shorter duration.`);
}

/**
 * The user has fewer valid tokens than the tenant allows.
 * @rule personal-access-tokens.create.most
 */
function requireRoomForToken(count: number, most: number): void {
  if (count >= most)
    throw conflict('tokens_limit', `You have ${count} valid tokens, and this tenant allows ${most} for each user: revoke one first.`);
}

/** The limits of a tenant: the longest validity of a token as a duration in ISO 8601 format, and the number of tokens of a user. Null: no limit. */
export type TokenLimits = { expiry: string | null; perUser: number | null };

/** Selects the limits of the actor's tenant. */
export const selectTokenLimits = (tx: Tx, actor: Actor): Promise<TokenLimits> =>
  tx.only(sql`
    select l.max_expiry as expiry, l.max_per_user as "perUser"
    from tenant t
    left join token_limit l on l.tenant_id = t.id
    where t.id = ${actor.tenant}`);

/** Replaces the limits of the actor's tenant. */
export const replaceTokenLimits = (tx: Tx, actor: Actor, limits: TokenLimits): Promise<unknown> =>
  tx.rows(sql`
    insert into token_limit (tenant_id, max_expiry, max_per_user)
    values (${actor.tenant}, ${limits.expiry}, ${limits.perUser})
    on conflict (tenant_id) do update
    set max_expiry = excluded.max_expiry,
        max_per_user = excluded.max_per_user`);
