/** Time zones as tables of their changes, found by bisection: asking `Intl` for every instant would cost a thousand times as much. */
import { DAY } from './civil.ts';

/** A stretch of time with one offset: instants from `from` until before `to`, local time is the instant plus `offset`. All in milliseconds. */
export type Stretch = { from: number; to: number; offset: number };

/** A time zone. */
export type Zone = {
  name: string;
  /** The stretch around an instant; a long stretch may come in several pieces. */
  stretchAt(instant: number): Stretch;
  /**
   * The instant of a local time. One that does not exist gives the first valid instant after it, one that exists twice gives the first.
   */
  instantOf(local: number): number;
};

/** Tables are kept in blocks of about a year, made when first asked for. */
const BLOCK = 400 * DAY;
/** Two changes of a zone lie farther apart than this; the shortest known distance is four weeks. */
const STEP = 5 * DAY;
/** A zone that is asked for over centuries does not fill the memory. */
const MOST_BLOCKS = 400;

const zones = new Map<string, Zone>();

/** Finds a zone by its IANA name, or undefined. */
export function findZone(name: string): Zone | undefined {
  const known = zones.get(name);
  if (known) return known;
  // Offsets such as +02:00 are understood by Intl, but are no names of zones.
  if (!/^[A-Za-z]/.test(name)) return undefined;
  let format: Intl.DateTimeFormat;
  try {
    format = formatOf(name);
  } catch {
    return undefined;
  }
  const canonical = format.resolvedOptions().timeZone;
  let zone = zones.get(canonical);
  if (!zone) zones.set(canonical, (zone = createZone(canonical, format)));
  return zone;
}

const formatOf = (name: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });

/** @rule schedules.trigger.clock */
function createZone(name: string, format: Intl.DateTimeFormat): Zone {
  const blocks = new Map<number, Stretch[]>();
  const offsetAt = (instant: number): number => {
    const [month = 0, date = 0, year = 0, hour = 0, minute = 0, second = 0] = (format.format(instant).match(/\d+/g) ?? []).map(Number);
    return Date.UTC(year, month - 1, date, hour, minute, second) - instant;
  };
  const blockOf = (number: number): Stretch[] => {
    const known = blocks.get(number);
    if (known) return known;
    if (blocks.size >= MOST_BLOCKS) blocks.clear();
    const made = stretchesOf(number * BLOCK, (number + 1) * BLOCK, offsetAt);
    blocks.set(number, made);
    return made;
  };

  let latest: Stretch = { from: 0, to: 0, offset: 0 };
  const stretchAt = (instant: number): Stretch => {
    if (instant >= latest.from && instant < latest.to) return latest;
    for (const one of blockOf(Math.floor(instant / BLOCK))) if (instant < one.to) return (latest = one);
    throw new RangeError(`The time zone ${name} has no offset at ${instant}`);
  };
  const instantOf = (local: number): number => {
    for (let stretch = stretchAt(local - DAY); ; stretch = stretchAt(stretch.to)) {
      const instant = local - stretch.offset;
      if (instant < stretch.to) return Math.max(instant, stretch.from);
    }
  };
  return { name, stretchAt, instantOf };
}

function stretchesOf(from: number, to: number, offsetAt: (instant: number) => number): Stretch[] {
  const found: Stretch[] = [];
  let current: Stretch = { from, to, offset: offsetAt(from) };
  for (let at = from; at < to; at += STEP) {
    const next = Math.min(at + STEP, to);
    const offset = offsetAt(next);
    if (offset === current.offset) continue;
    const change = firstAfter(at, next, (instant) => offsetAt(instant) !== current.offset);
    if (change >= to) break;
    found.push({ ...current, to: change });
    current = { from: change, to, offset };
  }
  return [...found, current];
}

/** The first whole second after `low`, at most `high`, from which a condition holds; it holds at `high`. */
function firstAfter(low: number, high: number, holds: (instant: number) => boolean): number {
  let [before, after] = [low / 1000, high / 1000];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (holds(middle * 1000)) after = middle;
    else before = middle;
  }
  return after * 1000;
}
