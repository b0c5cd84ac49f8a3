/**
 * The calendar beside enumerators that share nothing with it: croner for cron, a walk over dates for the rest, and for the clock of a zone a search
 * among the offsets around a day. MILLRACE_INSTANTS=1000000 makes it a long run, MILLRACE_SEED another one.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Cron } from 'croner';
import type { Definition } from './definition.ts';
import { instantsBetween } from './instants.ts';
import { readTrigger } from './triggers.ts';

const ZONES = [
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
const DAY = 86_400_000;
const WEEK_DAYS = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'] as const;
const seed = Number(process.env['MILLRACE_SEED'] ?? 20240229);
const wanted = Number(process.env['MILLRACE_INSTANTS'] ?? 20_000);

let state = seed;
const below = (end: number): number => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * end);
};
const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value;
const between = (low: number, high: number): number => low + below(high - low + 1);
const clock = (minute: number): string => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

const formats = new Map(
  ZONES.map((zone) => [zone, new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })]),
);
const localAt = (zone: string, instant: number): number => Date.parse(`${formats.get(zone)?.format(instant).replace(' ', 'T')}Z`);

const offsets = new Map<string, number[]>();
/** Offsets that a zone has within two days of a date, the largest first: it gives the earliest instant. */
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

/** The instant of a local time, by trying; in a gap the next minutes are tried until one exists. */
function instantOf(zone: string, local: number): number {
  for (let wall = local; ; wall += 60_000) {
    for (const offset of offsetsAround(zone, wall)) if (localAt(zone, wall - offset) === wall) return wall - offset;
  }
}

/** The local times of a cron expression in a period: croner in UTC, where every local time exists. */
function* cronTimes(expression: string, from: number, to: number): Generator<number> {
  const [minute, hour, date, month, weekDay] = expression.replaceAll('?', '*').split(' ');
  const named = weekDay?.replace(/^(\w+)L$/, '$1#L');
  const cron = new Cron(`0 ${minute} ${hour} ${date} ${month} ${named}`, { timezone: 'UTC' });
  for (let next = cron.nextRun(new Date(from - 1000)); next && next.getTime() < to; next = cron.nextRun(next)) yield next.getTime();
}

/** The local times of the other types: every date of the period is looked at. */
function* walkedTimes(one: Definition, from: number, to: number): Generator<number> {
  const start = Date.parse(`${one.startDate}T00:00Z`);
  const startMonday = start - ((new Date(start).getUTCDay() + 6) % 7) * DAY;
  const interval = one.interval ?? 1;
  for (let day = Math.max(from, start); day < to; day += DAY) {
    const date = new Date(day);
    const months = (date.getUTCFullYear() - new Date(start).getUTCFullYear()) * 12 + date.getUTCMonth() - new Date(start).getUTCMonth();
    const due =
      one.type === 'DAILY'
        ? ((day - start) / DAY) % interval === 0
        : one.type === 'WEEKLY'
          ? (one.atDays?.days ?? []).includes(WEEK_DAYS[date.getUTCDay()] ?? 'SUNDAY') &&
            Math.floor((day - startMonday) / (7 * DAY)) % interval === 0
          : one.type === 'MONTHLY'
            ? date.getUTCDate() === one.atDays?.day && months % interval === 0
            : day === start;
    if (!due) continue;
    for (let minute = 0; minute < 1440; minute += 1) if (firesAt(one, minute)) yield day + minute * 60_000;
  }
}

function firesAt({ atTimes }: Definition, minute: number): boolean {
  if (atTimes?.type === 'AT_TIME') return atTimes.time === clock(minute);
  if (atTimes?.type === 'AT_SPECIFIC_TIMES') return (atTimes.times ?? []).includes(clock(minute));
  const [first = 0, last = 0] = [atTimes?.startTime, atTimes?.endTime].map(
    (text) => Number(text?.slice(0, 2)) * 60 + Number(text?.slice(3)),
  );
  return minute >= first && minute <= last && (minute - first) % (atTimes?.interval ?? 1) === 0;
}

function randomCron(): string {
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
}

function randomDefinition(name: string, timeZone: string, start: number): Definition {
  const type = pick(['ONCE', 'DAILY', 'WEEKLY', 'MONTHLY', 'CRON'] as const);
  if (type === 'CRON') return { name, type, timeZone, cronExpression: randomCron() };
  const first = below(20 * 60);
  const atTimes: Definition['atTimes'] =
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
}

test('agrees with independent enumerators in 12 zones from 2024 to 2032', (t) => {
  t.diagnostic(`seed ${seed}, ${wanted} instants`);
  let compared = 0;
  for (let round = 0; compared < wanted; round += 1) {
    const zone = ZONES[round % ZONES.length] as string;
    const from = Date.UTC(2024, 0, 1) + below(9 * 365 - 300) * DAY;
    const to = from + between(60, 300) * DAY;
    const definition = randomDefinition(`round ${round}`, zone, from);
    // A day more on both sides: what lies outside of the period in local time may lie inside of it as an instant.
    const times =
      definition.type === 'CRON'
        ? cronTimes(definition.cronExpression ?? '', from - 2 * DAY, to + 2 * DAY)
        : walkedTimes(definition, from - 2 * DAY, to + 2 * DAY);
    const expected = [...new Set([...times].map((local) => instantOf(zone, local)))].filter((instant) => instant >= from && instant < to);
    let trigger;
    try {
      trigger = readTrigger(definition);
    } catch {
      assert.equal(expected.length, 0, `${JSON.stringify(definition)} of seed ${seed} is refused and would fire`);
      continue;
    }
    const given = [...instantsBetween(trigger, from, to)];
    if (given.join() !== expected.join()) {
      const at = given.findIndex((instant, index) => instant !== expected[index]);
      const told = (instant: number | undefined): string => (instant === undefined ? 'nothing' : new Date(instant).toISOString());
      const place = at < 0 ? given.length : at;
      assert.fail(`seed ${seed}, ${JSON.stringify(definition)}: ${told(given[place])} in place of ${told(expected[place])}`);
    }
    compared += expected.length;
  }
  t.diagnostic(`${compared} instants compared`);
});
