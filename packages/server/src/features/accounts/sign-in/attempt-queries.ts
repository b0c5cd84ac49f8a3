/** The SQL statements about attempts at passwords and codes. */
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';

/** The number of tries that may come at once, and the seconds until all of them are available again. Tries with the same `key` share a budget. */
export type Budget = { key: Buffer; most: number; seconds: number };

/** Takes one try; false if the budget is used up. */
export const takeTry = (tx: Tx, { key, most, seconds }: Budget): Promise<boolean> =>
  tx.any(sql`
    insert into attempt_budget as b (key, full_at)
    values (${key}, now() + make_interval(secs => ${seconds / most}::double precision))
    on conflict (key) do update
    set full_at = greatest(b.full_at, now()) + make_interval(secs => ${seconds / most}::double precision)
    where greatest(b.full_at, now()) + make_interval(secs => ${seconds / most}::double precision) <= now() + make_interval(secs => ${seconds})
    returning key`);

/** Gives one try back. */
export const returnTry = (tx: Tx, { key, most, seconds }: Budget): Promise<unknown> =>
  tx.rows(sql`
    update attempt_budget
    set full_at = full_at - make_interval(secs => ${seconds / most}::double precision)
    where key = ${key}`);

/** Removes budgets that are full again, and addresses that were not used for 90 days. */
export async function removeOldAttempts(tx: Tx): Promise<void> {
  await tx.rows(sql`
    delete from attempt_budget
    where full_at <= now()`);
  await tx.rows(sql`
    delete from known_address
    where last_used_at < now() - interval '90 days'`);
}

/** Stores that an account signs in from an address. */
export const storeAddress = (tx: Tx, account: string, address: string): Promise<unknown> =>
  tx.rows(sql`
    insert into known_address (account_id, address)
    values (${account}, ${address})
    on conflict (account_id, address) do update
    set last_used_at = now()`);
