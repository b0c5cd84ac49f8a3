/** The SQL statements about service accounts. */
import { writtenAmong, type Permission, type WordsSent } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { json, sql } from '../../../core/database/sql.ts';
import type { AccountUse } from '../../../identity/uses.ts';
import type { Actor } from '../../../identity/actor.ts';
import { visibleServiceAccounts } from './access.ts';
import { serviceAccountColumns, type ServiceAccountRow } from './json.ts';

/** Selects the service accounts of the actor's tenant, ordered by name. */
export const selectServiceAccounts = (tx: Tx, actor: Actor): Promise<ServiceAccountRow[]> =>
  tx.rows(sql`
    select ${serviceAccountColumns}
    from account a
    join service_account s on s.account_id = a.id
    where ${visibleServiceAccounts(actor)}
    order by a.first_name, a.id`);

/** Counts the service accounts of the actor's tenant. */
export const selectServiceAccountCount = (tx: Tx, actor: Actor): Promise<{ count: number }> =>
  tx.only(sql`
    select count(*) as count
    from account a
    where ${visibleServiceAccounts(actor)}`);

/** The permissions of a service account, and the words with which a request writes them. */
type WrittenPermissions = { permissions: readonly Permission[]; wordsSent: WordsSent };

/** Gives an account the permissions of a service account. */
export const insertServiceAccount = (tx: Tx, account: string, { permissions, wordsSent }: WrittenPermissions): Promise<unknown> =>
  tx.rows(sql`
    insert into service_account (account_id, permissions, vendor_words)
    values (${account}, ${[...permissions]}::text[], ${writtenAmong(permissions, wordsSent)}::text[])`);

/** Replaces the permissions of a service account. */
export function updatePermissions(tx: Tx, before: ServiceAccountRow, { permissions, wordsSent }: WrittenPermissions): Promise<unknown> {
  const kept = { words: before.permissions, vendorWords: before.vendor_words };
  return tx.rows(sql`
    update service_account
    set permissions = ${[...permissions]}::text[],
        vendor_words = ${writtenAmong(permissions, wordsSent, kept)}::text[]
    where account_id = ${before.id}`);
}

/** The row of a secret, without its hash. */
export type SecretRow = { id: string; hint: string; created_at: Date };

/** Adds a secret by its hash. `hint` is the end of the secret. */
export const insertSecret = (tx: Tx, secret: { id: string; account: string; hash: Buffer; hint: string }): Promise<SecretRow> =>
  tx.only(sql`
    insert into service_account_secret (id, account_id, hash, hint)
    values (${secret.id}, ${secret.account}, ${secret.hash}, ${secret.hint})
    returning id, hint, created_at`);

/** Selects the secrets of an account, oldest first. */
export const selectSecrets = (tx: Tx, account: string): Promise<SecretRow[]> =>
  tx.rows(sql`
    select id, hint, created_at
    from service_account_secret
    where account_id = ${account}
    order by created_at, id`);

/** Removes a secret of an account, and returns it if the account had it. */
export const removeSecret = (tx: Tx, account: string, id: string): Promise<{ id: string }[]> =>
  tx.rows(sql`
    delete from service_account_secret
    where id = ${id}
      and account_id = ${account}
    returning id`);

/** Finds the secret of an active account by its hash. */
export const selectCredentials = (
  tx: Tx,
  account: string,
  hash: Buffer,
): Promise<{ account: string; tenant: string; secretId: string } | undefined> =>
  tx.one(sql`
    select a.id as account, a.tenant_id as tenant, k.id as "secretId"
    from service_account_secret k
    join account a on a.id = k.account_id
    where k.hash = ${hash}
      and a.id = ${account}
      and a.active`);

/** Stores the last uses of accounts, unless a later one is stored. Locks the rows in the order of their ids, as other processes do. */
export const updateUses = (tx: Tx, uses: ReadonlyMap<string, AccountUse>): Promise<unknown> =>
  tx.rows(sql`
    update service_account s
    set last_used_at = u.at,
        last_used_api = u.api
    from (
      select locked.account_id, r.at, r.api
      from json_to_recordset(${json([...uses].map(([account, use]) => ({ account, ...use })))}::json) as r (account uuid, at timestamptz, api text)
      join service_account locked on locked.account_id = r.account
      order by locked.account_id
      for no key update of locked) u
    where s.account_id = u.account_id
      and (s.last_used_at is null or s.last_used_at < u.at)`);
