/** Until when a person has seen what failed, in this browser. */

const KEY = 'millrace.seen';
const DAY = 86_400_000;

/** The time that was marked last; without one, a day ago. */
export function lastVisit(): number {
  const stored = Number(window.localStorage.getItem(KEY));
  return Number.isFinite(stored) && stored > 0 ? stored : Date.now() - DAY;
}

/** Marks a time, and returns it. */
export function markVisit(time: number): number {
  window.localStorage.setItem(KEY, String(time));
  return time;
}
