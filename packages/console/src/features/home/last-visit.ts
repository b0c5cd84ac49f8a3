/** The times up to which a person has seen the problems of runs on the start page, stored in this browser. */
import { serverNow } from '../../app/api.ts';
import type { ProblemKind } from './run-kinds.ts';

const DAY = 86_400_000;

const keyOf = (kind: ProblemKind): string => (kind === 'failed' ? 'millrace.seen' : `millrace.seen.${kind}`);

/** The stored time of a kind of problem; without one, a day ago. */
export function lastVisit(kind: ProblemKind): number {
  const dayAgo = serverNow() - DAY;
  try {
    return Number(window.localStorage.getItem(keyOf(kind))) || dayAgo;
  } catch {
    // A browser may forbid the storage.
    return dayAgo;
  }
}

/** Stores a time, and returns it. */
export function markVisit(kind: ProblemKind, time: number): number {
  try {
    window.localStorage.setItem(keyOf(kind), String(time));
  } catch {
    // Without the storage, the problems count as seen until the page is closed.
  }
  return time;
}
