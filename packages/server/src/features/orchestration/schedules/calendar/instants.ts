/** When a trigger fires. Nothing else in the server computes that. */
import { DAY, MINUTE } from './civil.ts';
import type { Trigger } from './triggers.ts';

/** The first instant of a day at which no change of the clock is near, or undefined where one is. */
export function plainDay({ zone }: Trigger, day: number): number | undefined {
  const local = day * DAY;
  const { from, to, offset } = zone.stretchAt(local);
  return local - offset >= from && local - DAY >= from && local + 2 * DAY <= to ? local - offset : undefined;
}

/**
 * The instants of one local day, ascending; those before `from` may be left out. In the hour that the clock jumps over, several times fall on one
 * instant: the caller drops repetitions.
 */
export function* instantsOfDay(trigger: Trigger, day: number, from = Number.NEGATIVE_INFINITY): Generator<number> {
  if (day < trigger.startDay || day > trigger.endDay || !trigger.isDay(day)) return;
  const { minutes, zone } = trigger;
  const least = day === trigger.startDay ? trigger.startMinute : 0;
  const start = plainDay(trigger, day);
  // Who asks for the next instant is not to walk through the minutes of the days before.
  const first = countBefore(minutes, start === undefined ? least : Math.max(least, (from - start) / MINUTE));
  for (let at = first; at < minutes.length; at += 1) {
    const minute = minutes[at] ?? 0;
    yield start === undefined ? zone.instantOf(day * DAY + minute * MINUTE) : start + minute * MINUTE;
  }
}

/** How many of the minutes lie before `bound`. */
export function countBefore(minutes: readonly number[], bound: number): number {
  let [low, high] = [0, minutes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((minutes[middle] ?? 0) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The instants of a trigger from `from` until before `to`, ascending, each once. All are milliseconds since 1970. */
export function* instantsBetween(trigger: Trigger, from: number, to: number): Generator<number> {
  const first = Math.max(Math.floor(from / DAY) - 1, trigger.startDay);
  // A day that a zone leaves out, and everything within it, moves on to the next.
  const last = Math.min(Math.floor(to / DAY) + 1, trigger.endDay);
  let before = Number.NEGATIVE_INFINITY;
  for (let day = first - 1; day <= last; day += 1) {
    for (const instant of instantsOfDay(trigger, day, from)) {
      if (instant >= to) return;
      if (instant >= from && instant > before) yield instant;
      before = instant;
    }
  }
}

/** How far ahead a next instant is looked for: longer than the longest interval, 366 months, and than two leap years lie apart. */
const HORIZON = 41 * 366 * DAY;

/** The first instant at or after `from`, or undefined where none comes. */
export function nextInstant(trigger: Trigger, from: number): number | undefined {
  for (const instant of instantsBetween(trigger, from, from + HORIZON)) return instant;
  return undefined;
}
