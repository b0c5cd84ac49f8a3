/** What becomes of work that the database chose to end so that other work can go on. */
import { setTimeout as wait } from 'node:timers/promises';
import { monotonicMilliseconds } from '../base/clock.ts';
import { DatabaseUnavailable, isVictim } from './database-errors.ts';

/** Milliseconds for which work is run again, and between two tries at first and at most. */
const DURING = 5000;
const FIRST_PAUSE = 25;
const LONGEST_PAUSE = 800;

/** Runs work, and again for some seconds while it is the victim of a deadlock, of which nothing is kept. */
export async function untilNoVictim<T>(work: () => Promise<T>): Promise<T> {
  let until: number | undefined;
  for (let pause = FIRST_PAUSE; ; pause = Math.min(LONGEST_PAUSE, 2 * pause)) {
    try {
      return await work();
    } catch (error) {
      if (!isVictim(error)) throw error;
      until ??= monotonicMilliseconds() + DURING;
      if (monotonicMilliseconds() + pause > until) throw new DatabaseUnavailable('contended', error, true);
      // The other side was only just woken, and others wait as well: those that come back together meet again.
      await wait(pause * (0.5 + Math.random()));
    }
  }
}
