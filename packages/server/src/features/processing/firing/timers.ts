/** What looks at the clock. */
import { reach } from '@millrace/contract/fault-points';
import { monotonicMilliseconds } from '../../../core/clock.ts';
import type { Timer } from '../../../core/jobs.ts';
import type { Platform } from '../../../core/platform.ts';
import { fireDue } from './fire.ts';
import { drift } from './measures.ts';

/** Triggers fired in one transaction. */
const BATCH = 500;

/** Fires what is due, batch after batch while there is more. */
export const fireTimer: Timer = {
  name: 'fire-triggers',
  milliseconds: 200,
  async run({ db, metrics, wakeups }: Platform) {
    for (;;) {
      const began = monotonicMilliseconds();
      const { fired, environments, late } = await db.transaction((tx) => fireDue(tx, { most: BATCH }));
      if (fired > 0) reach('fire.after-commit');
      const took = monotonicMilliseconds() - began;
      for (const one of late) metrics.series(drift).observe((one + took) / 1000);
      wakeups.wake(environments);
      if (fired < BATCH) return;
    }
  },
};
