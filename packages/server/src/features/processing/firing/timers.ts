/** What looks at the clock. */
import { reach } from '@millrace/contract/fault-points';
import { monotonicMilliseconds } from '../../../core/base/clock.ts';
import { refusedBy } from '../../../core/database/db.ts';
import type { Timer } from '../../../core/background/jobs.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import { fireDue } from './fire.ts';
import { drift } from './measures.ts';
import { forgetFired, type Look } from './queries.ts';

/** Triggers fired in one transaction. */
const BATCH = 500;

/**
 * How long the key of an instant is kept that has fired. It matters only while the instant could become due again. Where a trigger is due next lies
 * after its last instant and only moves on; a change computes it from the clock of the database. So an instant comes again only where that clock is set
 * back, as a failover may do, and then none that is older than the step; of those that come, the ones more than 10 minutes late start nothing. A day is
 * more than clocks are wrong by, a mistaken time zone included.
 */
const KEPT_HOURS = 24;
const FORGOTTEN_AT_ONCE = 5000;

/** Fires what is due, batch after batch while there is more. */
export const fireTimer: Timer = {
  name: 'fire-triggers',
  milliseconds: 200,
  // Most instants lie on a full second: a look right after it finds them without delay.
  byClock: true,
  async run({ db, metrics, wakeups }: Platform) {
    for (;;) {
      const fire = async (how: Pick<Look, 'again'>) => {
        const began = monotonicMilliseconds();
        return { began, ...(await db.transaction((tx) => fireDue(tx, { most: BATCH, ...how }))) };
      };
      const { began, fired, environments, late } = await fire({})
        // A clock that was set back brings instants again; looking for them each time would cost every look.
        .catch((error: unknown) => (refusedBy(error) === 'fired_instant_once' ? fire({ again: true }) : Promise.reject(error)));
      if (fired > 0) reach('fire.after-commit');
      const took = monotonicMilliseconds() - began;
      for (const one of late) metrics.series(drift).observe((one + took) / 1000);
      wakeups.wake(environments);
      if (fired < BATCH) return;
    }
  },
};

/** Forgets instants that cannot come again, batch after batch. */
export const forgetTimer: Timer = {
  name: 'forget-instants',
  milliseconds: 10 * 60_000,
  async run({ db }: Platform) {
    while ((await forgetFired(db.writer, KEPT_HOURS, FORGOTTEN_AT_ONCE)) === FORGOTTEN_AT_ONCE);
  },
};
