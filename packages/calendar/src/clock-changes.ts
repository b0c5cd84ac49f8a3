/** The changes of the clocks in the time zone of a trigger, and whether they hit one of its times. */
import { DAY, MINUTE } from './civil.ts';
import type { Trigger } from './triggers.ts';

/**
 * A change of the clocks: its instant, and the local times before and after it, in minutes of the day. `isHit`: a time of the trigger lies between the
 * two. Where the clocks skip that time, it fires at the change; where they show it twice, it fires the first time only.
 */
export type TriggerClockChange = { at: number; before: number; after: number; isHit: boolean };

/** Yields the changes after `from` and before `to`, ascending. */
export function* clockChangesOf(trigger: Trigger, from: number, to: number): Generator<TriggerClockChange> {
  const { zone } = trigger;
  let period = zone.offsetPeriodAt(from);
  while (period.to < to) {
    const next = zone.offsetPeriodAt(period.to);
    // A long period may be split into several with the same offset.
    if (next.offset !== period.offset) {
      const [before, after] = [period.to + period.offset, period.to + next.offset];
      yield {
        at: period.to,
        before: minuteOfDay(before),
        after: minuteOfDay(after),
        isHit: hasTimeBetween(trigger, Math.min(before, after), Math.max(before, after)),
      };
    }
    period = next;
  }
}

const minuteOfDay = (local: number): number => (((local % DAY) + DAY) % DAY) / MINUTE;

/** Returns whether the trigger has a local time at or after `from` and before `to`. */
function hasTimeBetween({ minutes, isDay, startDay, startMinute, endDay }: Trigger, from: number, to: number): boolean {
  for (let day = Math.floor(from / DAY); day * DAY < to; day += 1) {
    if (day < startDay || day > endDay || !isDay(day)) continue;
    const isIn = (minute: number): boolean => {
      const local = day * DAY + minute * MINUTE;
      return local >= from && local < to && (day > startDay || minute >= startMinute);
    };
    if (minutes.some(isIn)) return true;
  }
  return false;
}
