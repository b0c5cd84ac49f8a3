/** Exchanges the calls of operations with a rate tier between the processes. */
import type { Timer } from '../core/background/jobs.ts';
import { DatabaseUnavailable } from '../core/database/db.ts';
import { json, sql, type Tx } from '../core/database/sql.ts';
import type { CallTotal, NewCalls } from './rate-tiers.ts';

/** Counts that are older than so many minutes are deleted. */
const KEPT_MINUTES = 3;

/**
 * Stores the calls of this process four times a second, and reads those of the others. Writes nothing if there was no call. Without the database,
 * the process continues with its own counts.
 * @rule rates.tiers.shared
 */
export const exchangeCallsTimer: Timer = {
  name: 'exchange-calls',
  milliseconds: 250,
  does: 'exchanges the calls of rate tiers with the other processes',
  async run({ db, identity: { rateTiers } }) {
    try {
      await rateTiers.flush((calls) => addCalls(db.writer, calls));
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
    }
    rateTiers.forget();
  },
};

/**
 * Adds calls to the counts, in the order of their keys as all processes do, and deletes old counts. Returns the totals with those of the minute before,
 * the number of users where a call asks for it, and the time of the database.
 */
const addCalls = (tx: Tx, calls: readonly NewCalls[]): Promise<CallTotal[]> =>
  tx.rows(sql`
    with added as (
      select subject, tier, minute, calls, users
      from json_to_recordset(${json(calls)}::json) as n (subject uuid, tier smallint, minute integer, calls integer, users boolean)
    ),
    counted as (
      insert into rate_count as c (minute, subject_id, tier, calls)
      select minute, subject, tier, calls
      from added
      order by minute, subject, tier
      on conflict on constraint rate_count_pkey do update
      set calls = c.calls + excluded.calls
      returning c.minute, c.subject_id, c.tier, c.calls
    ),
    old as (
      delete from rate_count
      where (minute, subject_id, tier) in (
        select minute, subject_id, tier
        from rate_count
        where minute < (select min(minute) from added) - ${KEPT_MINUTES}::integer
        for update skip locked)
    )
    select c.subject_id as subject, c.tier, c.minute, c.calls, coalesce(b.calls, 0) as before,
           case when a.users then (select count(*) from account u where u.tenant_id = c.subject_id and u.active and u.user_type = 'HUMAN') end as users,
           (extract(epoch from clock_timestamp()) * 1000)::double precision as now
    from counted c
    join added a on a.subject = c.subject_id and a.tier = c.tier and a.minute = c.minute
    left join rate_count b on b.minute = c.minute - 1 and b.subject_id = c.subject_id and b.tier = c.tier`);
