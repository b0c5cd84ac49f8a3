/** The statements about service accounts and their secrets. Each one that finds or locks a service account checks the tenant. */
import { type Permission, type Schema, type WordsSent, wordsStoredAsTheirs } from '@millrace/contract';
import { type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { inTenant } from '../../security/held/index.ts';

/** The row of a service account. */
export type ServiceAccountRow = {
  id: string;
  name: string;
  permissions: Schema<'ServiceAccountPermission'>[];
  /** The permissions that were written in the words of the published product. */
  vendor_words: string[];
  created_at: Date;
  updated_at: Date;
  last_used_at: Date | null;
  last_used_api: string | null;
};

/** The columns of `ServiceAccountRow`, for statements with the aliases `a` of account and `s` of service_account. */
const serviceAccountColumns: Sql = sql`
  a.id, a.first_name as name, s.permissions, s.vendor_words, a.created_at, a.updated_at, s.last_used_at, s.last_used_api`;

/** @rule service-accounts.list.tenant */
const guard = inTenant({ noun: 'Service account', table: sql`account`, alias: sql`a`, also: () => sql`a.user_type = 'SERVICE'` });

const WANTED = { columns: serviceAccountColumns, joins: sql`join service_account s on s.account_id = a.id` };

/** Finds a service account of the actor's tenant. */
export const findServiceAccount = (tx: Tx, actor: Actor, id: string): Promise<ServiceAccountRow> => guard.find(tx, actor, id, WANTED);

/** Locks a service account of the actor's tenant for a change. */
export const lockServiceAccount = (tx: Tx, actor: Actor, id: string): Promise<ServiceAccountRow> => guard.lock(tx, actor, id, WANTED);

/** Selects the service accounts of the actor's tenant, ordered by name. */
export const selectServiceAccounts = (tx: Tx, actor: Actor): Promise<ServiceAccountRow[]> =>
  tx.rows(sql`
    select ${serviceAccountColumns}
    from account a
    join service_account s on s.account_id = a.id
    where ${guard.visible(actor)}
    order by a.first_name, a.id`);

/** Counts the service accounts of the actor's tenant. */
export const selectServiceAccountCount = (tx: Tx, actor: Actor): Promise<{ count: number }> =>
  tx.only(sql`
    select count(*) as count
    from account a
    where ${guard.visible(actor)}`);

/** The permissions of a service account, and the words with which a request writes them. */
type WrittenPermissions = { permissions: readonly Permission[]; wordsSent: WordsSent };

/** Gives an account the permissions of a service account. */
export const insertServiceAccount = (tx: Tx, account: string, { permissions, wordsSent }: WrittenPermissions): Promise<unknown> =>
  tx.rows(sql`
    insert into service_account (account_id, permissions, vendor_words)
    values (${account}, ${[...permissions]}::text[], ${wordsStoredAsTheirs(permissions, wordsSent)}::text[])`);

/** Replaces the permissions of a service account. */
export function updatePermissions(tx: Tx, before: ServiceAccountRow, { permissions, wordsSent }: WrittenPermissions): Promise<unknown> {
  const kept = { words: before.permissions, asTheirs: before.vendor_words };
  return tx.rows(sql`
    update service_account
    set permissions = ${[...permissions]}::text[],
        vendor_words = ${wordsStoredAsTheirs(permissions, wordsSent, kept)}::text[]
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
