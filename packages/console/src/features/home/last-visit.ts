/** The time up to which a person has seen the failures on the start page, stored in this browser. */

const KEY = 'millrace.seen';
const DAY = 86_400_000;

/** The stored time; without one, a day ago. */
export function lastVisit(): number {
  const stored = Number(window.localStorage.getItem(KEY));
  return Number.isFinite(stored) && stored > 0 ? stored : Date.now() - DAY;
}

/** Stores a time, and returns it. */
export function markVisit(time: number): number {
  window.localStorage.setItem(KEY, String(time));
  return time;
}
