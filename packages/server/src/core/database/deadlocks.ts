/** Repeats transactions that the database ended because of a deadlock. */
import { setTimeout as wait } from 'node:timers/promises';
import { monotonicMilliseconds } from '../base/clock.ts';
import { DatabaseUnavailable, isTransactionConflict } from './database-errors.ts';

/** Milliseconds for which work is retried; the first and the longest pause between two attempts. */
const RETRY_MILLISECONDS = 5000;
const FIRST_PAUSE = 25;
const LONGEST_PAUSE = 800;

/** Runs work, and retries it for some seconds while the database ends it because of a deadlock; nothing of an ended transaction is committed. */
export async function retryAfterDeadlock<T>(work: () => Promise<T>): Promise<T> {
  let until: number | undefined;
  for (let pause = FIRST_PAUSE; ; pause = Math.min(LONGEST_PAUSE, 2 * pause)) {
    try {
      return await work();
    } catch (error) {
      if (!isTransactionConflict(error)) throw error;
      until ??= monotonicMilliseconds() + RETRY_MILLISECONDS;
      if (monotonicMilliseconds() + pause > until) throw new DatabaseUnavailable('contended', error, true);
      // The pause is random, because transactions that retry at the same moment would meet again.
      await wait(pause * (0.5 + Math.random()));
    }
  }
}
