/**
 * Whether triggers keep their distance over years. A day's instants depend only on the offsets of the zones and on which triggers have which of the
 * local days around it; a day of a shape that was seen before needs no second look, and years have few shapes.
 */
import { DAY, MINUTE, civilOf, dayOf } from './civil.ts';
import { firesBetween, type Fire } from './fires.ts';
import type { Trigger } from './triggers.ts';
import type { Stretch, Zone } from './zones.ts';

/** Two fires that lie too close to each other. */
export type Conflict = { first: Fire; second: Fire };

/** What a day looks like: its first and last fire, as distances from its beginning. */
type Shape = { first: Fire; last: Fire } | undefined;

/** The first two fires less than `gap` apart from `from` on, over so many years. */
export function firstConflict(triggers: readonly Trigger[], from: number, years = 5, gap = 5 * MINUTE): Conflict | undefined {
  const to = yearsAfter(from, years);
  const shapes = new Map<string, Shape>();
  const signatureOf = signer(triggers);
  let before: Fire | undefined;
  for (let start = from; start < to; start = (Math.floor(start / DAY) + 1) * DAY) {
    const isWhole = start % DAY === 0 && start + DAY <= to;
    const signature = isWhole ? signatureOf(start) : undefined;
    const known = signature !== undefined && shapes.has(signature);
    let shape = known ? at(shapes.get(signature), start) : undefined;
    if (known) {
      if (before && shape && shape.first.instant - before.instant < gap) return { first: before, second: shape.first };
    } else {
      let first: Fire | undefined;
      for (const fire of firesBetween(triggers, start, Math.min((Math.floor(start / DAY) + 1) * DAY, to))) {
        if (before && fire.instant - before.instant < gap) return { first: before, second: fire };
        first ??= fire;
        before = fire;
        shape = { first, last: fire };
      }
      if (signature !== undefined) shapes.set(signature, at(shape, -start));
    }
    before = shape?.last ?? before;
  }
  return undefined;
}

/** The same date and time of day some years later; 29 February becomes 1 March where there is none. */
function yearsAfter(instant: number, years: number): number {
  const day = Math.floor(instant / DAY);
  const { year, month, date } = civilOf(day);
  return instant + (dayOf(year + years, month, date) - day) * DAY;
}

const at = (shape: Shape, start: number): Shape =>
  shape && {
    first: { trigger: shape.first.trigger, instant: shape.first.instant + start },
    last: { trigger: shape.last.trigger, instant: shape.last.instant + start },
  };

/** What tells days of different shapes apart, or undefined for a day that is unlike others: near a change of the clock or a first day. */
function signer(triggers: readonly Trigger[]): (start: number) => string | undefined {
  const zones = [...new Set(triggers.map(({ zone }) => zone))];
  const placed = triggers.map((trigger) => ({ trigger, zone: zones.indexOf(trigger.zone) }));
  return (start) => {
    const offsets: number[] = [];
    for (const zone of zones) {
      const stretch = plainStretch(zone, start);
      if (!stretch) return undefined;
      offsets.push(stretch.offset);
    }
    let signature = '';
    for (const { trigger, zone } of placed) {
      const offset = offsets[zone] ?? 0;
      const first = Math.floor((start + offset) / DAY);
      const last = Math.floor((start + DAY - 1 + offset) / DAY);
      if (first <= trigger.startDay && trigger.startDay <= last) return undefined;
      signature += isOn(trigger, first) ? (isOn(trigger, last) ? '3' : '1') : isOn(trigger, last) ? '2' : '0';
    }
    return `${signature} ${offsets.join(' ')}`;
  };
}

const isOn = (trigger: Trigger, day: number): boolean => day >= trigger.startDay && day <= trigger.endDay && trigger.isDay(day);

/** The stretch around a day, if it holds for a day and a half on both sides too. */
function plainStretch(zone: Zone, start: number): Stretch | undefined {
  const stretch = zone.stretchAt(start);
  return stretch.from <= start - 1.5 * DAY && stretch.to >= start + 2.5 * DAY ? stretch : undefined;
}
