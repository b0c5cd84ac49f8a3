/** The statements about personal access tokens, which the API also calls API keys; each is bound to one account. */
import { sql, type Sql, type Tx } from '../../../core/database/sql.ts';
import { type EventActor, momentText, raiseAbout } from '../../events/outbox/index.ts';

/** The row of a token, without its hash. */
export type TokenRow = { id: string; name: string; created_at: Date; expires_at: Date | null; last_used_at: Date | null };

/** Selects the tokens of an account that have not expired, newest first. */
export const selectTokens = (tx: Tx, account: string): Promise<TokenRow[]> =>
  tx.rows(sql`
    select id, name, created_at, expires_at, last_used_at
    from personal_access_token
    where account_id = ${account}
      and (expires_at is null or expires_at > now())
    order by created_at desc, id desc`);

/**
 * Adds a token by its hash; `expiry` is a duration in ISO 8601 format. Raises its event.
 * @rule personal-access-tokens.create.hash
 */
export async function insertToken(
  tx: Tx,
  token: { id: string; account: string; name: string; hash: Buffer; expiry: string | null },
): Promise<TokenRow> {
  const row = await tx.only<TokenRow>(sql`
    insert into personal_access_token (id, account_id, name, hash, expires_at)
    values (${token.id}, ${token.account}, ${token.name}, ${token.hash}, now() + ${token.expiry}::interval)
    returning id, name, created_at, expires_at, last_used_at`);
  await raiseTokenEvents(tx, { id: token.account }, 'created', sql`k.id = ${token.id}`);
  return row;
}

/** Deletes the expired tokens of an account, so that their names can be used again. */
export const removeExpiredTokens = (tx: Tx, account: string): Promise<unknown> =>
  tx.rows(sql`
    delete from personal_access_token
    where account_id = ${account}
      and expires_at <= now()`);

/** Deletes a token, and returns whether the account had it. Raises its event. */
export async function removeToken(tx: Tx, actor: EventActor, account: string, id: string): Promise<boolean> {
  await raiseTokenEvents(tx, actor, 'deleted', sql`k.id = ${id} and k.account_id = ${account}`);
  return tx.any(sql`
    delete from personal_access_token
    where id = ${id}
      and account_id = ${account}
    returning id`);
}

/** Deletes all tokens of an account. Raises their events. */
export async function revokeTokens(tx: Tx, actor: EventActor, account: string): Promise<void> {
  await raiseTokenEvents(tx, actor, 'deleted', sql`k.account_id = ${account}`);
  await tx.rows(sql`
    delete from personal_access_token
    where account_id = ${account}`);
}

/** Counts the tokens of an account that have not expired. */
export async function countTokens(tx: Tx, account: string): Promise<number> {
  const { count } = await tx.only<{ count: number }>(sql`
    select count(*) as count
    from personal_access_token
    where account_id = ${account}
      and (expires_at is null or expires_at > now())`);
  return count;
}

/** Changes the name of a token. Raises its event. */
export async function renameToken(tx: Tx, actor: EventActor, id: string, name: string): Promise<void> {
  await tx.rows(sql`
    update personal_access_token
    set name = ${name},
        updated_at = now()
    where id = ${id}`);
  await raiseTokenEvents(tx, actor, 'updated', sql`k.id = ${id}`);
}

/**
 * Raises events of tokens `k`, after they were added or changed, and before they are deleted.
 * @rule events.api-keys.records
 */
const raiseTokenEvents = (tx: Tx, actor: EventActor, action: 'created' | 'updated' | 'deleted', where: Sql): Promise<unknown> =>
  raiseAbout(
    tx,
    `com.service.v1.api-key.${action}`,
    actor,
    sql`
      select a.tenant_id, null::uuid as space_id, k.id as resource_id, k.account_id as owner_id, jsonb_build_object(
               'id', k.id, 'description', k.name, 'sub', k.account_id, 'expired', coalesce(k.expires_at <= now(), false),
               'expiry', ${momentText(sql`k.expires_at`)}, 'tenantId', a.tenant_id, 'created', ${momentText(sql`k.created_at`)}) as data
      from personal_access_token k
      join account a on a.id = k.account_id
      where ${where}
      order by k.id`,
  );
