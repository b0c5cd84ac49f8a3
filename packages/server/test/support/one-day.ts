import { setTimeout as wait } from 'node:timers/promises';

const DAY = 86_400_000;
/** More than the tests of one file take, also on a busy machine. */
const MARGIN = 60_000;

/** Waits for the next day of UTC where this one ends within a minute, so that the date does not change during the tests of a file. */
export async function stayWithinOneDay(): Promise<void> {
  const left = DAY - (Date.now() % DAY);
  // Timers may fire a millisecond early.
  if (left < MARGIN) await wait(left + 100);
}
