/** Clock changes of a time zone, such as the beginning and the end of daylight saving time. */

/** A change: its instant, and the local times before and after it, as HH:MM. */
export type ClockChange = { zone: string; at: number; before: string; after: string };

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/** Finds the changes in a period of epoch milliseconds; from inclusive, to exclusive. */
export function clockChanges(zone: string, from: number, to: number): ClockChange[] {
  const offsetAt = offsetsOf(zone);
  const found: ClockChange[] = [];
  for (let begin = from, offset = offsetAt(from - 1); begin < to; begin += DAY) {
    const end = Math.min(begin + DAY, to) - 1;
    const next = offsetAt(end);
    if (next !== offset) {
      const at = firstWith(next, offsetAt, begin - 1, end);
      found.push({ zone, at, before: clockAt(at + offset * MINUTE), after: clockAt(at + next * MINUTE) });
    }
    offset = next;
  }
  return found;
}

/** The first whole minute after `low` that has the offset. The time `high` has it. */
function firstWith(offset: number, offsetAt: (time: number) => number, low: number, high: number): number {
  let [before, after] = [Math.floor(low / MINUTE), Math.ceil(high / MINUTE)];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(middle * MINUTE) === offset) after = middle;
    else before = middle;
  }
  return after * MINUTE;
}

/** Returns the function that gives the minutes by which the local time of a zone is ahead of UTC. */
function offsetsOf(zone: string): (time: number) => number {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  return (time) => {
    const name = format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d+):(\d+)/.exec(name) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  };
}

/** Whether clocks that change from one local time to another go forward. A change may pass midnight, as from 00:00 to 23:00; none is half a day long. */
export function isClockForward(before: string, after: string): boolean {
  const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
  return (minutesOf(after) - minutesOf(before) + 1440) % 1440 < 720;
}

const clockAt = (local: number): string => new Date(local).toISOString().slice(11, 16);
