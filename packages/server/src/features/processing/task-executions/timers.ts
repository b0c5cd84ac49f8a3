/** What runs by itself for task executions. */
import { reach } from '@millrace/wire/fault-points';
import { now } from '../../../core/base/clock.ts';
import type { Timer } from '../../../core/background/jobs.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import { topicsToWake } from './hints.ts';
import { countDay, forgetDays, selectUncountedDays } from './day-queries.ts';
import { endUnavailable, expireLeases } from './engine-loss.ts';
import { keptSince } from './rules.ts';

/** Executions ended in one transaction. */
const BATCH = 200;

/** Ends executions whose engine has stopped answering. */
export const expireLeasesTimer: Timer = {
  name: 'expire-leases',
  milliseconds: 2000,
  async run({ db, limits, log, wakeups }: Platform) {
    const ended = await db.transaction(async (tx) => {
      const expired = await expireLeases(tx, limits.leaseSeconds, BATCH);
      if (expired.length > 0) reach('expire.before-commit');
      return expired;
    });
    if (ended.length === 0) return;
    reach('expire.after-commit');
    wakeups.wake(topicsToWake(ended));
    log.warn({ executions: ended.map(({ id }) => id) }, 'executions ended because their engine stopped answering');
  },
};

/** Ends executions that wait for engines which are not there. */
export const endUnavailableTimer: Timer = {
  name: 'end-unavailable',
  milliseconds: 15_000,
  async run({ db, limits, log, wakeups }: Platform) {
    const ended = await endUnavailable(db.writer, limits.engineWaitSeconds, BATCH);
    if (ended.length === 0) return;
    wakeups.wake(topicsToWake(ended));
    log.warn({ executions: ended.map(({ id }) => id) }, 'executions ended because no engine was there that may run them');
  },
};

/** Counts the executions of days that are over, for lists; a day for each commit. */
export const countDaysTimer: Timer = {
  name: 'count-days',
  milliseconds: 3_600_000,
  async run({ db, limits }: Platform) {
    const kept = keptSince(now(), limits.historyDays);
    await db.transaction((tx) => forgetDays(tx, kept));
    for (const { day } of await selectUncountedDays(db.reader, kept)) await countDay(db.writer, day);
  },
};
