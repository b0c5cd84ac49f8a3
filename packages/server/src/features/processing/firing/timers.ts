/** The timers of firing. */
import { reachFaultPoint } from '@millrace/wire/fault-points';
import { monotonicMilliseconds } from '../../../core/base/clock.ts';
import { refusedBy } from '../../../core/database/db.ts';
import type { Timer } from '../../../core/background/jobs.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import { fireDue } from './fire.ts';
import { drift } from './metrics.ts';
import { forgetFired, type DuePoll } from './queries.ts';

/** Triggers fired in one transaction. */
const BATCH = 500;

/**
 * The time for which the key of a fired instant is kept. It is needed only while the instant may become due again. The next instant of a trigger
 * is after its last one; a change computes it from the clock of the database. So an instant comes again only if that clock is set back, for
 * example by a failover, and then only by the step of the clock; instants that are more than 10 minutes late start nothing. Clocks are wrong by
 * less than a day, even with a mistaken time zone.
 */
const KEPT_HOURS = 24;
const FORGOTTEN_AT_ONCE = 5000;

/** Fires due triggers, in batches until none is left. */
export const fireTimer: Timer = {
  name: 'fire-triggers',
  milliseconds: 200,
  does: 'starts executions whose triggers are due',
  // Most instants are at a full second: a poll right after it finds them without delay.
  byClock: true,
  async run({ db, metrics, wakeups }: Platform) {
    for (;;) {
      const fire = async (options: Pick<DuePoll, 'again'>) => {
        const began = monotonicMilliseconds();
        return { began, ...(await db.transaction((tx) => fireDue(tx, { most: BATCH, ...options }))) };
      };
      const { began, fired, environments, late } = await fire({})
        // After the clock was set back, instants come again; checking that at each poll would slow down all polls.
        .catch((error: unknown) => (refusedBy(error) === 'fired_instant_once' ? fire({ again: true }) : Promise.reject(error)));
      if (fired > 0) reachFaultPoint('fire.after-commit');
      const duration = monotonicMilliseconds() - began;
      for (const delay of late) metrics.series(drift).observe((delay + duration) / 1000);
      wakeups.wake(environments);
      if (fired < BATCH) return;
    }
  },
};

/** Deletes keys of instants that cannot come again, in batches. */
export const forgetTimer: Timer = {
  name: 'forget-instants',
  milliseconds: 10 * 60_000,
  does: 'deletes keys of instants that cannot come again',
  async run({ db }: Platform) {
    while ((await forgetFired(db.writer, KEPT_HOURS, FORGOTTEN_AT_ONCE)) === FORGOTTEN_AT_ONCE);
  },
};
