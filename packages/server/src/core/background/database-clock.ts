/**
 * The clock of the database, which decides when waiting work continues. It may be set back: by a person, by a time server, or by a failover to a machine
 * whose clock is behind. Work that waits for a moment would then wait longer. So the latest moment of the clock is stored. When the clock shows an
 * earlier one, an event is published, and each feature moves those of its stored moments that are further ahead than it ever writes them.
 */
import { shortenJobDelays, type Timer } from './jobs.ts';
import type { Limits } from '../base/limits.ts';
import { domainEvent, subscribe, type Subscription } from '../events/domain-events.ts';
import type { Platform } from '../platform/platform.ts';
import { type Sql, sql, type Tx } from '../database/sql.ts';

/** The clock was set back. The event follows after a short delay: times that were written in the meantime are right and must not be moved. */
export const clockSetBack = domainEvent<{ limits: Limits }>('clock-set-back');

/** Builds the subscription that sets those times of a table to now that are in the future after the clock was set back. */
export const timesFollowClock = (table: Sql, column: Sql): Subscription =>
  subscribe(clockSetBack, (tx) =>
    tx.rows(sql`
      with ahead as (
        select id
        from ${table}
        where ${column} > now()
        order by id
        for no key update
      )
      update ${table} t
      set ${column} = now()
      from ahead
      where t.id = ahead.id`),
  );

/** Smaller steps are ignored, because their delay does not matter. */
const STEP_SECONDS = 1;

/** Checks whether the clock was set back. If so, shortens the delays of jobs and has the features move their stored times. */
export const watchClock: Timer = {
  name: 'watch-clock',
  milliseconds: 1000,
  does: 'corrects stored times when the clock of the database was set back',
  async run({ db, settings: { limits }, log, publish }: Platform) {
    if (await storeMoment(db.writer)) return;
    const seconds = await db.transaction(async (tx) => {
      const back = await lockStep(tx);
      if (back === undefined) return undefined;
      await shortenJobDelays(tx);
      await publish(tx, clockSetBack, { limits });
      await setMoment(tx);
      return back;
    });
    if (seconds !== undefined)
      log.warn({ seconds }, 'the clock of the database was set back, by about so many seconds; stored moments were moved');
  },
};

/** Stores the moment of the clock if it is later than the stored one. Returns false if it is earlier. */
async function storeMoment(tx: Tx): Promise<boolean> {
  const rows = await tx.rows(sql`
    update database_clock
    set seen_at = greatest(seen_at, clock_timestamp())
    where seen_at <= clock_timestamp() + make_interval(secs => ${STEP_SECONDS})
    returning id`);
  return rows.length > 0;
}

/** The seconds by which the clock was set back; undefined where another process has handled it already. */
async function lockStep(tx: Tx): Promise<number | undefined> {
  await tx.rows(sql`select id from database_clock for update`);
  const { seconds } = await tx.only<{ seconds: number }>(sql`
    select extract(epoch from seen_at - clock_timestamp())::double precision as seconds
    from database_clock`);
  return seconds > STEP_SECONDS ? seconds : undefined;
}

/** Stores the moment of the clock, also if it is earlier than the stored one. */
const setMoment = (tx: Tx): Promise<unknown> =>
  tx.rows(sql`
    update database_clock
    set seen_at = clock_timestamp()`);
