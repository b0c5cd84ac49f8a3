/** The SQL statements about second factors and recovery codes. */
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';
import type { EncryptedTable } from '../../../core/secrets/encrypted-tables.ts';

/** The context to which the ciphertext of an account's secret is bound. */
export const placeOfFactor = (account: string): string => `second factor ${account}`;

/** The table with the secrets of second factors. */
export const factorTable: EncryptedTable = { table: 'second_factor', key: ['account_id'], columns: { secret: placeOfFactor } };

/** A second factor; it is required once it is confirmed. */
export type FactorRow = { secret: Buffer; is_confirmed: boolean; codes: number };

/** Finds the second factor of an account, with the number of its unused recovery codes. */
export const selectFactor = (tx: Tx, account: string): Promise<FactorRow | undefined> =>
  tx.one(sql`
    select f.secret, f.confirmed_at is not null as is_confirmed,
           (select count(*) from recovery_code c where c.account_id = f.account_id) as codes
    from second_factor f
    where f.account_id = ${account}`);

/** Stores the secret of a factor that is not confirmed yet; a confirmed one stays. */
export const upsertFactor = (tx: Tx, account: string, secret: Buffer): Promise<unknown> =>
  tx.rows(sql`
    insert into second_factor as f (account_id, secret)
    values (${account}, ${secret})
    on conflict (account_id) do update
    set secret = excluded.secret,
        created_at = now()
    where f.confirmed_at is null`);

/** Confirms the factor with a secret by the step of a first code; false if it was confirmed or replaced meanwhile. */
export const confirmFactor = (tx: Tx, account: string, secret: Buffer, step: number): Promise<boolean> =>
  tx.any(sql`
    update second_factor
    set confirmed_at = now(),
        last_step = ${step}
    where account_id = ${account}
      and secret = ${secret}
      and confirmed_at is null
    returning account_id`);

/** Uses the code of a step; false if it, or a later one, was used. */
export const useStep = (tx: Tx, account: string, step: number): Promise<boolean> =>
  tx.any(sql`
    update second_factor
    set last_step = ${step}
    where account_id = ${account}
      and confirmed_at is not null
      and last_step < ${step}
    returning account_id`);

/** Adds recovery codes by their hashes. */
export const insertRecoveryCodes = (tx: Tx, account: string, hashes: readonly Buffer[]): Promise<unknown> =>
  tx.rows(sql`
    insert into recovery_code (account_id, hash)
    select ${account}, unnest(${[...hashes]}::bytea[])`);

/** Uses a recovery code; false if there is no such code. */
export const takeRecoveryCode = (tx: Tx, account: string, hash: Buffer): Promise<boolean> =>
  tx.any(sql`
    delete from recovery_code
    where account_id = ${account}
      and hash = ${hash}
    returning account_id`);

/** Removes the second factor of an account with its recovery codes; false if there was no confirmed one. */
export const removeFactor = (tx: Tx, account: string): Promise<boolean> =>
  tx.any(sql`
    delete from second_factor
    where account_id = ${account}
      and confirmed_at is not null
    returning account_id`);
