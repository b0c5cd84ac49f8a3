/**
 * Checks that fires keep a distance over years. The fires of a day in UTC depend only on the offsets of the time zones, and on which triggers fire on
 * the two local days that it overlaps. These form its signature. Years have few signatures, so the fires are computed once for each signature.
 */
import { DAY, civilOf, dayOf } from './civil.ts';
import { firesBetween, type Fire } from './fires.ts';
import type { Trigger } from './triggers.ts';
import type { OffsetPeriod, Zone } from './zones.ts';

/** Two fires that are too close to each other. */
export type Conflict = { first: Fire; second: Fire };

/** The first and last fire of a day; undefined for a day without fires. */
type Shape = { first: Fire; last: Fire } | undefined;

/** Finds the first two fires that are less than `gap` milliseconds apart, in the given number of years after `from`. */
export function firstConflict(triggers: readonly Trigger[], from: number, years: number, gap: number): Conflict | undefined {
  const to = yearsAfter(from, years);
  /** The fires by signature, with instants relative to the beginning of the day. */
  const shapes = new Map<string, Shape>();
  const signatureOf = createSignatureOf(triggers);
  let previous: Fire | undefined;
  for (let start = from; start < to; start = (Math.floor(start / DAY) + 1) * DAY) {
    const isWhole = start % DAY === 0 && start + DAY <= to;
    const signature = isWhole ? signatureOf(start) : undefined;
    const isKnown = signature !== undefined && shapes.has(signature);
    let shape = isKnown ? shift(shapes.get(signature), start) : undefined;
    if (isKnown) {
      if (previous && shape && shape.first.instant - previous.instant < gap) return { first: previous, second: shape.first };
    } else {
      let first: Fire | undefined;
      for (const fire of firesBetween(triggers, start, Math.min((Math.floor(start / DAY) + 1) * DAY, to))) {
        if (previous && fire.instant - previous.instant < gap) return { first: previous, second: fire };
        first ??= fire;
        previous = fire;
        shape = { first, last: fire };
      }
      if (signature !== undefined) shapes.set(signature, shift(shape, -start));
    }
    previous = shape?.last ?? previous;
  }
  return undefined;
}

/** Returns the same date and time of day some years later. 29 February becomes 1 March in a year without it. */
function yearsAfter(instant: number, years: number): number {
  const day = Math.floor(instant / DAY);
  const { year, month, date } = civilOf(day);
  return instant + (dayOf(year + years, month, date) - day) * DAY;
}

const shift = (shape: Shape, milliseconds: number): Shape =>
  shape && {
    first: { trigger: shape.first.trigger, instant: shape.first.instant + milliseconds },
    last: { trigger: shape.last.trigger, instant: shape.last.instant + milliseconds },
  };

/** Returns a function that computes the signature of a day. It is undefined near a change of the clock and on the first day of a trigger. */
function createSignatureOf(triggers: readonly Trigger[]): (start: number) => string | undefined {
  const zones = [...new Set(triggers.map(({ zone }) => zone))];
  const zoned = triggers.map((trigger) => ({ trigger, zone: zones.indexOf(trigger.zone) }));
  return (start) => {
    const offsets: number[] = [];
    for (const zone of zones) {
      const period = periodAround(zone, start);
      if (!period) return undefined;
      offsets.push(period.offset);
    }
    let signature = '';
    for (const { trigger, zone } of zoned) {
      const offset = offsets[zone] ?? 0;
      const first = Math.floor((start + offset) / DAY);
      const last = Math.floor((start + DAY - 1 + offset) / DAY);
      if (first <= trigger.startDay && trigger.startDay <= last) return undefined;
      signature += String((isOn(trigger, first) ? 1 : 0) + (isOn(trigger, last) ? 2 : 0));
    }
    return `${signature} ${offsets.join(' ')}`;
  };
}

const isOn = (trigger: Trigger, day: number): boolean => day >= trigger.startDay && day <= trigger.endDay && trigger.isDay(day);

/** Returns the period of constant offset around a day, or undefined if the clock changes within a day and a half before or after the day. */
function periodAround(zone: Zone, start: number): OffsetPeriod | undefined {
  const period = zone.offsetPeriodAt(start);
  return period.from <= start - 1.5 * DAY && period.to >= start + 2.5 * DAY ? period : undefined;
}
