/** Computes when triggers fire; no other code does. Merges the fires of several triggers by time, counts them, and selects pages of them. */
import { DAY, MINUTE } from './civil.ts';
import type { Trigger } from './triggers.ts';

/**
 * Returns the first instant of a local day; undefined if the clock changes between the day before it and the day after it. A local time is passed as if it
 * were an instant: the difference is an offset, which is less than the day at each side.
 */
function startOfPlainDay({ zone }: Trigger, day: number): number | undefined {
  const local = day * DAY;
  const { from, to, offset } = zone.offsetPeriodAt(local);
  return local - offset >= from && local - DAY >= from && local + 2 * DAY <= to ? local - offset : undefined;
}

/**
 * Yields the instants of one local day, ascending; may leave out those before `from`. Several times in an hour that the clock skips have the same
 * instant: the caller must drop repetitions.
 */
function* instantsOfDay(trigger: Trigger, day: number, from = Number.NEGATIVE_INFINITY): Generator<number> {
  if (day < trigger.startDay || day > trigger.endDay || !trigger.isDay(day)) return;
  const { minutes, zone } = trigger;
  const least = day === trigger.startDay ? trigger.startMinute : 0;
  const start = startOfPlainDay(trigger, day);
  // Skips the minutes before `from` at once, so that finding the next instant is fast.
  const first = countBefore(minutes, start === undefined ? least : Math.max(least, (from - start) / MINUTE));
  for (let at = first; at < minutes.length; at += 1) {
    const minute = minutes[at] ?? 0;
    yield start === undefined ? zone.instantOf(day * DAY + minute * MINUTE) : start + minute * MINUTE;
  }
}

/** Counts the minutes before `bound`. */
function countBefore(minutes: readonly number[], bound: number): number {
  let [low, high] = [0, minutes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((minutes[middle] ?? 0) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Returns the first and the last local day of a trigger whose fires may lie between two instants. The local date differs from that of UTC by a day at
 * most, and the fires of a local day that a time zone skips come on the next one.
 */
const localDaysAround = ({ startDay, endDay }: Trigger, from: number, to: number): [first: number, last: number] => [
  Math.max(Math.floor(from / DAY) - 2, startDay),
  Math.min(Math.floor(to / DAY) + 1, endDay),
];

/** Yields the instants of a trigger from `from` until before `to`, ascending, each once. All are milliseconds since 1970. */
export function* instantsBetween(trigger: Trigger, from: number, to: number): Generator<number> {
  const [first, last] = localDaysAround(trigger, from, to);
  let previous = Number.NEGATIVE_INFINITY;
  for (let day = first; day <= last; day += 1) {
    for (const instant of instantsOfDay(trigger, day, from)) {
      if (instant >= to) return;
      if (instant >= from && instant > previous) yield instant;
      previous = instant;
    }
  }
}

/**
 * The milliseconds that `nextInstant` searches. The longest pause is 400 years, from 2000 to 2400: that of 29 February every 300 months. The contract
 * limits intervals to 366.
 */
const HORIZON = 401 * 366 * DAY;

/** Returns the first instant at or after `from`, or undefined if there is none. */
export function nextInstant(trigger: Trigger, from: number): number | undefined {
  for (const instant of instantsBetween(trigger, from, from + HORIZON)) return instant;
  return undefined;
}

/** One fire of a trigger, at an instant in epoch milliseconds. */
export type Fire = { instant: number; trigger: Trigger };

/** A trigger with its next instant. At the same instant, the trigger with the lower `rank` fires first. */
type Head = Fire & { rest: Generator<number>; rank: number };

/** Yields the fires of triggers from `from` until before `to`, ordered by time. Fires at the same instant have the order of the triggers. */
export function* firesBetween(triggers: readonly Trigger[], from: number, to: number): Generator<Fire> {
  const heap: Head[] = [];
  for (const [rank, trigger] of triggers.entries()) {
    const head = { trigger, rank, rest: instantsBetween(trigger, from, to), instant: 0 };
    if (advance(head)) heap.push(head);
  }
  for (let at = (heap.length >> 1) - 1; at >= 0; at -= 1) sink(heap, at);
  for (let first = heap[0]; first; first = heap[0]) {
    yield { instant: first.instant, trigger: first.trigger };
    if (!advance(first)) {
      const last = heap.pop();
      if (!last || last === first) continue;
      heap[0] = last;
    }
    sink(heap, 0);
  }
}

function advance(head: Head): boolean {
  const { value, done } = head.rest.next();
  if (done) return false;
  head.instant = value;
  return true;
}

/** Moves the head at an index of the heap down, until both of its children come after it. */
function sink(heap: Head[], start: number): void {
  const moved = heap[start];
  if (!moved) return;
  let at = start;
  for (;;) {
    const left = 2 * at + 1;
    let child = heap[left];
    if (!child) break;
    let childAt = left;
    const right = heap[left + 1];
    if (right && isBefore(right, child)) [child, childAt] = [right, left + 1];
    if (!isBefore(child, moved)) break;
    heap[at] = child;
    at = childAt;
  }
  heap[at] = moved;
}

const isBefore = (head: Head, other: Head): boolean =>
  head.instant < other.instant || (head.instant === other.instant && head.rank < other.rank);

/** Counts the fires of a trigger from `from` until before `to`. Computes single fires only on days near a change of the clock. */
export function countBetween(trigger: Trigger, from: number, to: number): number {
  const [first, last] = localDaysAround(trigger, from, to);
  let [count, previous] = [0, Number.NEGATIVE_INFINITY];
  for (let day = first; day <= last; day += 1) {
    if (!trigger.isDay(day)) continue;
    const start = startOfPlainDay(trigger, day);
    if (start === undefined) {
      for (const instant of instantsOfDay(trigger, day)) {
        if (instant >= from && instant < to && instant > previous) count += 1;
        previous = instant;
      }
    } else {
      const least = Math.max((from - start) / MINUTE, day === trigger.startDay ? trigger.startMinute : 0);
      count += Math.max(0, countBefore(trigger.minutes, (to - start) / MINUTE) - countBefore(trigger.minutes, least));
    }
  }
  return count;
}

const countAll = (triggers: readonly Trigger[], from: number, to: number): number =>
  triggers.reduce((sum, trigger) => sum + countBetween(trigger, from, to), 0);

/** The longest period in milliseconds whose fires are skipped one by one. */
const MAX_SKIPPED_PERIOD = 60 * MINUTE;

/**
 * Returns a page of fires and their total number. Finds the beginning of the page by bisection of the period, so that the last page costs as much as
 * the first.
 */
export function pageOfFires(
  triggers: readonly Trigger[],
  from: number,
  to: number,
  { offset, limit }: { offset: number; limit: number },
): { total: number; fires: Fire[] } {
  const total = countAll(triggers, from, to);
  const fires: Fire[] = [];
  if (offset >= total) return { total, fires };
  let [low, high, left] = [from, to, offset];
  while (left > 0 && high - low > MAX_SKIPPED_PERIOD) {
    const middle = Math.floor((low + high) / 2);
    const before = countAll(triggers, low, middle);
    if (before <= left) [low, left] = [middle, left - before];
    else high = middle;
  }
  for (const fire of firesBetween(triggers, low, to)) {
    if (fires.length === limit) break;
    if (left > 0) left -= 1;
    else fires.push(fire);
  }
  return { total, fires };
}
