/** Counts of days and hours are written once, by one process at a time, when no execution can be added any more. */
import type { Database } from '../../../../core/database/db.ts';
import { type Sql, sql, type Tx } from '../../../../core/database/sql.ts';

/** Hours after the end of a day or hour until it is counted: a transaction that began in it may still insert executions, but none lasts so long. */
export const SETTLED_HOURS = 1;

/**
 * Locks the counts of days or of hours until the transaction ends. Without it, deleting counts while another process counts would leave the mark
 * "counted" without the counts.
 */
export const lockCounts = (tx: Tx, of: 'days' | 'hours'): Promise<unknown> =>
  tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`count-${of}`}, 0))`);

/** Counts the executions of a period that ends at a moment, if it is settled; else a later run of the timer does. */
export const countSettled = (db: Database, of: 'days' | 'hours', end: Sql, count: (tx: Tx) => Promise<unknown>): Promise<void> =>
  db.transaction(async (tx) => {
    await lockCounts(tx, of);
    if (await isSettled(tx, end)) await count(tx);
  });

/**
 * Returns whether no execution can be added to a period that ends at a moment. It asks again after the lock, because the clock may have been set back
 * during the wait. After the clock was set forward, a transaction that began before may still insert executions at its old time.
 */
async function isSettled(tx: Tx, end: Sql): Promise<boolean> {
  const { settled } = await tx.only<{ settled: boolean }>(sql`
    select ${end} <= clock_timestamp() - make_interval(hours => ${SETTLED_HOURS})
       and not exists (
         select from pg_stat_activity a
         where a.datname = current_database()
           and a.backend_type = 'client backend'
           and a.pid <> pg_backend_pid()
           and a.xact_start < ${end}) as settled`);
  return settled;
}
