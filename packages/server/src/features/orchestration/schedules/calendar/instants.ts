/** Computes when a trigger fires. No other code of the server computes that. */
import { DAY, MINUTE } from './civil.ts';
import type { Trigger } from './triggers.ts';

/** Returns the first instant of a local day, or undefined if the clock changes on that day or near it. */
export function plainDay({ zone }: Trigger, day: number): number | undefined {
  const local = day * DAY;
  const { from, to, offset } = zone.offsetPeriodAt(local);
  return local - offset >= from && local - DAY >= from && local + 2 * DAY <= to ? local - offset : undefined;
}

/**
 * Yields the instants of one local day, ascending; may leave out those before `from`. Several times in an hour that the clock skips have the same
 * instant: the caller must drop repetitions.
 */
export function* instantsOfDay(trigger: Trigger, day: number, from = Number.NEGATIVE_INFINITY): Generator<number> {
  if (day < trigger.startDay || day > trigger.endDay || !trigger.isDay(day)) return;
  const { minutes, zone } = trigger;
  const least = day === trigger.startDay ? trigger.startMinute : 0;
  const start = plainDay(trigger, day);
  // Skips the minutes before `from` at once, so that finding the next instant is fast.
  const first = countBefore(minutes, start === undefined ? least : Math.max(least, (from - start) / MINUTE));
  for (let at = first; at < minutes.length; at += 1) {
    const minute = minutes[at] ?? 0;
    yield start === undefined ? zone.instantOf(day * DAY + minute * MINUTE) : start + minute * MINUTE;
  }
}

/** Counts the minutes before `bound`. */
export function countBefore(minutes: readonly number[], bound: number): number {
  let [low, high] = [0, minutes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((minutes[middle] ?? 0) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Yields the instants of a trigger from `from` until before `to`, ascending, each once. All are milliseconds since 1970. */
export function* instantsBetween(trigger: Trigger, from: number, to: number): Generator<number> {
  const first = Math.max(Math.floor(from / DAY) - 1, trigger.startDay);
  // The fires of a local day that a time zone skips come on the next day.
  const last = Math.min(Math.floor(to / DAY) + 1, trigger.endDay);
  let previous = Number.NEGATIVE_INFINITY;
  for (let day = first - 1; day <= last; day += 1) {
    for (const instant of instantsOfDay(trigger, day, from)) {
      if (instant >= to) return;
      if (instant >= from && instant > previous) yield instant;
      previous = instant;
    }
  }
}

/** The milliseconds that `nextInstant` searches: more than the longest interval, 366 months, and than the time between two leap years. */
const HORIZON = 41 * 366 * DAY;

/** Returns the first instant at or after `from`, or undefined if there is none. */
export function nextInstant(trigger: Trigger, from: number): number | undefined {
  for (const instant of instantsBetween(trigger, from, from + HORIZON)) return instant;
  return undefined;
}
