/** What looks at the clock. */
import { reach } from '@millrace/contract/fault-points';
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
      if (fired > 0) reach('fire.after-commit');
      wakeups.wake(environments);
      if (fired < BATCH) return;
    }
  },
};
