/** Decides when the executions of days are counted, and when counts are deleted. */
import { now } from '../../../../core/base/clock.ts';
import { clockSetBack } from '../../../../core/background/database-clock.ts';
import type { Timer } from '../../../../core/background/jobs.ts';
import { subscribe } from '../../../../core/events/domain-events.ts';
import type { Platform } from '../../../../core/platform/platform.ts';
import { countDay, forgetDays, forgetDaysToCome, selectUncountedDays } from './day-queries.ts';
import { keptSince } from './period.ts';

/** Counts the executions of days that are over, for lists; one commit for each day. */
export const countDaysTimer: Timer = {
  name: 'count-days',
  milliseconds: 3_600_000,
  does: 'counts the executions of past days, so that lists need not count them',
  async run({ db, limits }: Platform) {
    const kept = keptSince(now(), limits.historyDays);
    await db.transaction((tx) => forgetDays(tx, kept));
    for (const { day } of await selectUncountedDays(db.reader, kept)) await countDay(db.writer, day);
  },
};

/** After the clock of the database was set back, days that are no longer over are counted again later. */
export const recountsDays = subscribe(clockSetBack, forgetDaysToCome);
