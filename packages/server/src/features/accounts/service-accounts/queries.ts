/** The SQL statements about service accounts. */
import type { Permission } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';
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

/** Serializes the creations in a tenant, so that two of them cannot exceed the limit together. */
export const serializeCreations = (tx: Tx, actor: Actor): Promise<unknown> =>
  tx.rows(sql`
    select id
    from tenant
    where id = ${actor.tenant}
    for no key update`);

/** Gives an account the permissions of a service account. */
export const insertServiceAccount = (tx: Tx, account: string, permissions: readonly Permission[]): Promise<unknown> =>
  tx.rows(sql`
    insert into service_account (account_id, permissions)
    values (${account}, ${[...permissions]}::text[])`);

/** Replaces the permissions of a service account. */
export const updatePermissions = (tx: Tx, account: string, permissions: readonly Permission[]): Promise<unknown> =>
  tx.rows(sql`
    update service_account
    set permissions = ${[...permissions]}::text[]
    where account_id = ${account}`);

/** Adds a secret by its hash. `hint` is the end of the secret. */
export const insertSecret = (tx: Tx, secret: { id: string; account: string; hash: Buffer; hint: string }): Promise<unknown> =>
  tx.rows(sql`
    insert into service_account_secret (id, account_id, hash, hint)
    values (${secret.id}, ${secret.account}, ${secret.hash}, ${secret.hint})`);
