/**
 * Enumerators of the instants of a trigger that share no code with the calendar: croner for cron, a loop over dates for other types, and for the clock
 * of a zone a search among the offsets around a day.
 */
import { Cron } from 'croner';
import type { TriggerDefinition } from '../src/definition.ts';

/** Zones with and without daylight saving, with unusual offsets, and with a clock that changes at midnight. */
export const ZONES = [
  'UTC',
  'America/New_York',
  'America/St_Johns',
  'America/Santiago',
  'Europe/London',
  'Europe/Berlin',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Chatham',
];
/** Milliseconds of a day of 24 hours. */
export const DAY = 86_400_000;
const WEEK_DAYS = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'] as const;

const clock = (minute: number): string => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

const formats = new Map(
  ZONES.map((zone) => [zone, new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })]),
);
const localAt = (zone: string, instant: number): number => Date.parse(`${formats.get(zone)?.format(instant).replace(' ', 'T')}Z`);

const offsets = new Map<string, number[]>();
/** Returns the offsets of a zone within two days of a date. The largest comes first, because it gives the earliest instant. */
function offsetsAround(zone: string, local: number): number[] {
  const day = Math.floor(local / DAY);
  const key = `${zone} ${day}`;
  let found = offsets.get(key);
  if (!found) {
    const all = new Set<number>();
    for (let hour = -30; hour <= 54; hour += 1) {
      const instant = day * DAY + hour * 3_600_000;
      all.add(localAt(zone, instant) - instant);
    }
    offsets.set(key, (found = [...all].toSorted((a, b) => b - a)));
  }
  return found;
}

/** Returns the instant of a local time by trying the offsets. In a gap of the clock, it tries the next minutes until one exists. */
function instantOf(zone: string, local: number): number {
  for (let wall = local; ; wall += 60_000) {
    for (const offset of offsetsAround(zone, wall)) if (localAt(zone, wall - offset) === wall) return wall - offset;
  }
}

/** Returns the local times of a cron expression in a period. Uses croner in UTC, where every local time exists. */
function* cronTimes(expression: string, from: number, to: number): Generator<number> {
  const [minute, hour, date, month, weekDay] = expression.replaceAll('?', '*').split(' ');
  const named = weekDay?.replace(/^(\w+)L$/, '$1#L');
  const cron = new Cron(`0 ${minute} ${hour} ${date} ${month} ${named}`, { timezone: 'UTC' });
  for (let next = cron.nextRun(new Date(from - 1000)); next && next.getTime() < to; next = cron.nextRun(next)) yield next.getTime();
}

/** Returns the local times of the other types, with a loop over every date of the period. */
function* timesByDate(definition: TriggerDefinition, from: number, to: number): Generator<number> {
  const start = Date.parse(`${definition.startDate}T00:00Z`);
  const startMonday = start - ((new Date(start).getUTCDay() + 6) % 7) * DAY;
  const interval = definition.interval ?? 1;
  for (let day = Math.max(from, start); day < to; day += DAY) {
    const date = new Date(day);
    const months = (date.getUTCFullYear() - new Date(start).getUTCFullYear()) * 12 + date.getUTCMonth() - new Date(start).getUTCMonth();
    const due =
      definition.type === 'DAILY'
        ? ((day - start) / DAY) % interval === 0
        : definition.type === 'WEEKLY'
          ? (definition.atDays?.days ?? []).includes(WEEK_DAYS[date.getUTCDay()] ?? 'SUNDAY') &&
            Math.floor((day - startMonday) / (7 * DAY)) % interval === 0
          : definition.type === 'MONTHLY'
            ? date.getUTCDate() === definition.atDays?.day && months % interval === 0
            : day === start;
    if (!due) continue;
    for (let minute = 0; minute < 1440; minute += 1) if (firesAt(definition, minute)) yield day + minute * 60_000;
  }
}

function firesAt({ atTimes }: TriggerDefinition, minute: number): boolean {
  if (atTimes?.type === 'AT_TIME') return atTimes.time === clock(minute);
  if (atTimes?.type === 'AT_SPECIFIC_TIMES') return (atTimes.times ?? []).includes(clock(minute));
  const [first = 0, last = 0] = [atTimes?.startTime, atTimes?.endTime].map(
    (text) => Number(text?.slice(0, 2)) * 60 + Number(text?.slice(3)),
  );
  return minute >= first && minute <= last && (minute - first) % (atTimes?.interval ?? 1) === 0;
}

/** Returns the instants of a trigger in a period, in order. */
export function enumerated(definition: TriggerDefinition, zone: string, from: number, to: number): number[] {
  // Two more days on both sides: a local time outside of the period may be an instant inside of it.
  const times =
    definition.type === 'CRON'
      ? cronTimes(definition.cronExpression ?? '', from - 2 * DAY, to + 2 * DAY)
      : timesByDate(definition, from - 2 * DAY, to + 2 * DAY);
  return [...new Set([...times].map((local) => instantOf(zone, local)))].filter((instant) => instant >= from && instant < to);
}

/** Returns a generator of random triggers of all types. The same seed gives the same triggers. */
export function randomTriggers(seed: number) {
  let state = seed;
  const below = (end: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
  const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value;
  const between = (low: number, high: number): number => low + below(high - low + 1);

  const randomCron = (): string => {
    const minutes = pick([
      `${below(60)}`,
      `*/${between(5, 30)}`,
      `${below(20)}-${between(20, 59)}/${between(3, 20)}`,
      `${below(30)},${between(30, 59)}`,
    ]);
    const hours = pick(['*', `${below(24)}`, '0-4', `*/${between(2, 9)}`, '1,2,3', '22-23']);
    const days = pick([
      '* * ?',
      '? * *',
      `${between(1, 31)} * ?`,
      `L * ?`,
      `${between(1, 28)}W * ?`,
      `? * ${pick(['MON-FRI', 'SUN', 'SAT,SUN', 'TUE'])}`,
      `? * ${pick(['MON', 'SUN', 'FRI'])}#${between(1, 5)}`,
      `? * ${pick(['MON', 'SAT', 'WED'])}L`,
      `*/${between(2, 9)} ${pick(['JAN,MAR,NOV', '*/2', '3-10'])} ?`,
    ]);
    return `${minutes} ${hours} ${days}`;
  };

  const randomDefinition = (name: string, timeZone: string, start: number): TriggerDefinition => {
    const type = pick(['ONCE', 'DAILY', 'WEEKLY', 'MONTHLY', 'CRON'] as const);
    if (type === 'CRON') return { name, type, timeZone, cronExpression: randomCron() };
    const first = below(20 * 60);
    const atTimes: TriggerDefinition['atTimes'] =
      type === 'ONCE' || below(3) === 0
        ? { type: 'AT_TIME', time: clock(below(1440)) }
        : below(2)
          ? { type: 'AT_SPECIFIC_TIMES', times: Array.from({ length: between(1, 9) }, () => clock(below(below(2) ? 1440 : 240))) }
          : { type: 'AT_INTERVALS', startTime: clock(first), endTime: clock(between(first, 1439)), interval: between(5, 90) };
    return {
      name,
      type,
      timeZone,
      startDate: new Date(start + below(60) * DAY).toISOString().slice(0, 10),
      atTimes,
      ...(type !== 'ONCE' && { interval: between(1, 5) }),
      ...(type === 'WEEKLY' && { atDays: { type: 'DAY_OF_WEEK', days: Array.from({ length: between(1, 3) }, () => pick(WEEK_DAYS)) } }),
      ...(type === 'MONTHLY' && { atDays: { type: 'DAY_OF_MONTH', day: between(1, 31) } }),
    };
  };

  return { below, between, randomDefinition };
}
