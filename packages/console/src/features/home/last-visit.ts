/** The time up to which a person has seen the failures on the start page, stored in this browser. */
import { serverNow } from '../../app/api.ts';

const KEY = 'millrace.seen';
const DAY = 86_400_000;

/** The stored time; without one, a day ago. */
export function lastVisit(): number {
  const dayAgo = serverNow() - DAY;
  try {
    return Number(window.localStorage.getItem(KEY)) || dayAgo;
  } catch {
    // A browser may forbid the storage.
    return dayAgo;
  }
}

/** Stores a time, and returns it. */
export function markVisit(time: number): number {
  try {
    window.localStorage.setItem(KEY, String(time));
  } catch {
    // The mark holds until the page is closed.
  }
  return time;
}
