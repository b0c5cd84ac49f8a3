/** What looks for windows that are to be closed. */
import type { Timer } from '../../../core/background/jobs.ts';
import { closeDue } from './windows.ts';

/** Windows closed in one transaction: each may hold as much as a large call. */
const BATCH = 20;

/** Starts what is in windows whose time has come, batch after batch while there is more. */
export const closeWindowsTimer: Timer = {
  name: 'close-windows',
  milliseconds: 500,
  async run(platform) {
    while ((await closeDue(platform, BATCH)) === BATCH);
  },
};
