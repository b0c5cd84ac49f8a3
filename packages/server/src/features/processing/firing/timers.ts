/** What looks at the clock. */
import type { Timer } from '../../../core/jobs.ts';
import type { Platform } from '../../../core/platform.ts';
import { fireDue } from './fire.ts';

/** Triggers fired in one transaction. */
const BATCH = 500;

/** Fires what is due, batch after batch while there is more. */
export const fireTimer: Timer = {
  name: 'fire-triggers',
  milliseconds: 200,
  async run({ db, wakeups }: Platform) {
    for (;;) {
      const { fired, environments } = await db.transaction((tx) => fireDue(tx, { most: BATCH }));
      wakeups.wake(environments);
      if (fired < BATCH) return;
    }
  },
};
