/** The timer that closes windows. */
import type { Timer } from '../../../core/background/jobs.ts';
import { closeDue } from './windows.ts';

/** The number of windows that one transaction closes: each may be as large as a large call. */
const BATCH = 20;

/** Closes windows whose time is over, in batches until none is left. */
export const closeWindowsTimer: Timer = {
  name: 'close-windows',
  milliseconds: 500,
  does: 'starts executions for the gathered calls of webhooks',
  async run(platform) {
    while ((await closeDue(platform, BATCH)) === BATCH);
  },
};
