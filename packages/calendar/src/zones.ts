/** Time zones as tables of clock changes, which are found by bisection. Asking `Intl` for each instant would cost a thousand times as much. */
import { DAY } from './civil.ts';

/** A period with one offset: instants from `from` until before `to`. Local time is the instant plus `offset`. All are milliseconds. */
export type OffsetPeriod = { from: number; to: number; offset: number };

/** A time zone. */
export type Zone = {
  name: string;
  /** Returns the period around an instant. A long period may be split into several. */
  offsetPeriodAt(instant: number): OffsetPeriod;
  /**
   * Returns the instant of a local time. A time that does not exist gives the first valid instant after it; one that exists twice gives the first.
   */
  instantOf(local: number): number;
};

/** Milliseconds of a block of a table, about a year. A block is computed at its first use. */
const BLOCK = 400 * DAY;
/** Milliseconds from one probe for a change to the next. Two changes of a zone are more than a week apart. */
const STEP = 5 * DAY;
/** The largest number of cached blocks of a zone, which limits the memory that a search over centuries uses. */
const MAX_BLOCKS = 400;

const zones = new Map<string, Zone>();

/** Finds a zone by its IANA name. Returns undefined for an unknown name. */
export function findZone(name: string): Zone | undefined {
  const cached = zones.get(name);
  if (cached) return cached;
  // Intl accepts offsets such as +02:00, which are not names of zones.
  if (!/^[A-Za-z]/.test(name)) return undefined;
  let format: Intl.DateTimeFormat;
  try {
    format = formatOf(name);
  } catch {
    return undefined;
  }
  const canonical = format.resolvedOptions().timeZone;
  const zone = zones.get(canonical) ?? createZone(canonical, format);
  zones.set(canonical, zone);
  return zone;
}

/** Loads the time zones of `Intl`: 12 to 20 ms at the first call in a process, nothing later. */
export function loadZones(): void {
  findZone('UTC');
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
  const blocks = new Map<number, OffsetPeriod[]>();
  const offsetAt = (instant: number): number => {
    const [month = 0, date = 0, year = 0, hour = 0, minute = 0, second = 0] = (format.format(instant).match(/\d+/g) ?? []).map(Number);
    return Date.UTC(year, month - 1, date, hour, minute, second) - instant;
  };
  const blockOf = (number: number): OffsetPeriod[] => {
    const cached = blocks.get(number);
    if (cached) return cached;
    if (blocks.size >= MAX_BLOCKS) blocks.clear();
    const block = offsetPeriodsOf(number * BLOCK, (number + 1) * BLOCK, offsetAt);
    blocks.set(number, block);
    return block;
  };

  let latest: OffsetPeriod = { from: 0, to: 0, offset: 0 };
  const offsetPeriodAt = (instant: number): OffsetPeriod => {
    if (instant >= latest.from && instant < latest.to) return latest;
    const found = blockOf(Math.floor(instant / BLOCK)).find(({ to }) => instant < to);
    if (!found) throw new RangeError(`The time zone ${name} has no offset at ${instant}`);
    latest = found;
    return found;
  };
  const instantOf = (local: number): number => {
    for (let period = offsetPeriodAt(local - DAY); ; period = offsetPeriodAt(period.to)) {
      const instant = local - period.offset;
      if (instant < period.to) return Math.max(instant, period.from);
    }
  };
  return { name, offsetPeriodAt, instantOf };
}

function offsetPeriodsOf(from: number, to: number, offsetAt: (instant: number) => number): OffsetPeriod[] {
  const found: OffsetPeriod[] = [];
  let current: OffsetPeriod = { from, to, offset: offsetAt(from) };
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

/** Returns the first whole second after `low` from which a condition holds. The condition must hold at `high`. */
function firstAfter(low: number, high: number, holds: (instant: number) => boolean): number {
  let [before, after] = [low / 1000, high / 1000];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (holds(middle * 1000)) after = middle;
    else before = middle;
  }
  return after * 1000;
}
