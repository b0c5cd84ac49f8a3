/**
 * The clock of the database, which decides when something that waits goes on. It may be set back: by a person, by a time server, or by a change to another
 * machine whose clock is behind. What waits until a moment would then wait longer by as much. So the latest moment that the clock has shown is kept. When
 * it shows an earlier one, each feature that has written moments to wait for moves those that lie further ahead than it would ever write them.
 */
import type { Tx } from '../database/db.ts';
import { hastenJobs, type Timer } from './jobs.ts';
import type { Limits } from '../base/limits.ts';
import { domainEvent } from '../events/domain-events.ts';
import type { Platform } from '../platform/platform.ts';
import { sql } from '../database/sql.ts';

/** That the clock was set back. It is told a moment later, so some moments were written after that: they must stay as they are. */
export const clockSetBack = domainEvent<{ limits: Limits }>('clock-set-back');

/** A smaller step delays nothing by a time that matters. */
const STEP_SECONDS = 1;

/** Looks whether the clock goes on. */
export const watchClock: Timer = {
  name: 'watch-clock',
  milliseconds: 1000,
  async run({ db, limits, log, publish }: Platform) {
    if (await goesOn(db.writer)) return;
    const seconds = await db.transaction(async (tx) => {
      const back = await lockStep(tx);
      if (back === undefined) return undefined;
      await hastenJobs(tx);
      await publish(tx, clockSetBack, { limits });
      await showNow(tx);
      return back;
    });
    if (seconds !== undefined)
      log.warn({ seconds }, 'the clock of the database was set back, by about so many seconds; what waits by it was moved');
  },
};

/** Notes down what the clock shows, and answers false where it shows less than before; then nothing is noted. */
async function goesOn(tx: Tx): Promise<boolean> {
  const rows = await tx.rows(sql`
    update database_clock
    set seen_at = greatest(seen_at, clock_timestamp())
    where seen_at <= clock_timestamp() + make_interval(secs => ${STEP_SECONDS})
    returning id`);
  return rows.length > 0;
}

/** By how many seconds the clock was set back; undefined where another process has dealt with it meanwhile. */
async function lockStep(tx: Tx): Promise<number | undefined> {
  await tx.rows(sql`select id from database_clock for update`);
  const { seconds } = await tx.only<{ seconds: number }>(sql`
    select extract(epoch from seen_at - clock_timestamp())::double precision as seconds
    from database_clock`);
  return seconds > STEP_SECONDS ? seconds : undefined;
}

const showNow = (tx: Tx): Promise<unknown> =>
  tx.rows(sql`
    update database_clock
    set seen_at = clock_timestamp()`);
