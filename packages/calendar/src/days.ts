/** Computes the days on which triggers fire. */
import { type Civil, civilOf, dayOf, daysInMonth, weekDayOf } from './civil.ts';
import type { Cron, DayTerm } from './cron-fields.ts';
import { fieldFault, requireField, type TriggerDefinition } from './definition.ts';

/** Returns whether a trigger fires on a day, by its number. */
export type IsDay = (day: number) => boolean;

/** Returns the days of a cron expression, which are computed by month. */
export function cronDays(cron: Cron): IsDay {
  // Only the last month is cached, because callers ask for consecutive days.
  let [first, end, bits] = [0, 0, 0];
  return (day) => {
    if (day < first || day >= end) {
      const { year, month } = civilOf(day);
      first = dayOf(year, month, 1);
      end = first + daysInMonth(year, month);
      bits = monthBits(cron, year, month, first, end - first);
    }
    return ((bits >>> (day - first)) & 1) === 1;
  };
}

function monthBits({ dates, months, weekDays, years }: Cron, year: number, month: number, first: number, length: number): number {
  if (!months.has(month) || (years && !years.has(year))) return 0;
  const terms = dates ?? weekDays;
  // All bits: each day of the month.
  if (!terms) return -1;
  let bits = 0;
  for (const term of terms) for (const date of datesOf(term, weekDays !== undefined, first, length)) bits |= 1 << (date - 1);
  return bits;
}

/** Returns the dates that a term names in a month. Leaves out dates that the month does not have. */
function datesOf(term: DayTerm, ofWeek: boolean, first: number, length: number): number[] {
  const dates = Array.from({ length }, (_, index) => index + 1);
  const weekDay = (date: number): number => weekDayOf(first + date - 1);
  switch (term.kind) {
    case 'set':
      return dates.filter((date) => term.values.includes(ofWeek ? weekDay(date) : date));
    case 'last': {
      const date = length - term.before;
      return date < 1 ? [] : [term.nearest ? nearestWorkDay(date, length, weekDay(date)) : date];
    }
    case 'nearest':
      return term.date > length ? [] : [nearestWorkDay(term.date, length, weekDay(term.date))];
    case 'last-week-day':
      return dates.filter((date) => date + 7 > length && weekDay(date) === term.weekDay);
    case 'nth-week-day':
      return dates.filter((date) => Math.ceil(date / 7) === term.nth && weekDay(date) === term.weekDay);
  }
}

/** Returns the nearest date from Monday to Friday in the same month. */
function nearestWorkDay(date: number, length: number, weekDay: number): number {
  if (weekDay === 6) return date === 1 ? 3 : date - 1;
  if (weekDay === 0) return date === length ? date - 2 : date + 1;
  return date;
}

const WEEK_DAYS = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'] as const;

/** Returns the days of a trigger of any type but CRON, or refuses its interval or its `atDays`. Intervals count from the day number `start`. */
export function daysOf(trigger: TriggerDefinition, start: number): IsDay {
  if (trigger.type === 'ONCE') {
    requireNoDays(trigger);
    return (day) => day === start;
  }
  const interval = intervalOf(trigger);
  if (trigger.type === 'WEEKLY') return weekly(trigger, start, interval);
  if (trigger.type === 'MONTHLY') return monthly(trigger, start, interval);
  // The type DAILY.
  requireNoDays(trigger);
  return (day) => (day - start) % interval === 0;
}

/** @rule schedules.trigger.interval */
const intervalOf = (trigger: TriggerDefinition): number =>
  requireField(
    'interval',
    trigger.interval,
    `the type ${trigger.type} needs the number of days, weeks or months from one fire to the next, such as 1`,
  );

/** Refuses `atDays` in a trigger of a type that names no days of the week or of the month. */
export function requireNoDays(trigger: TriggerDefinition): void {
  if (trigger.atDays) throw fieldFault('atDays', `cannot be used with the type ${trigger.type}: leave it out, or use WEEKLY or MONTHLY`);
}

/**
 * Weeks begin on Monday; without `atDays` the day of the week of the start counts.
 * @rule schedules.trigger.days
 */
function weekly(trigger: TriggerDefinition, start: number, interval: number): IsDay {
  const { atDays } = trigger;
  if (atDays && atDays.type !== 'DAY_OF_WEEK') throw fieldFault('atDays.type', 'must be DAY_OF_WEEK for the type WEEKLY');
  const names = atDays && requireField('atDays.days', atDays.days, 'DAY_OF_WEEK needs days such as ["MONDAY"]');
  if (names?.length === 0) throw fieldFault('atDays.days', 'is empty: name at least one day, such as "MONDAY"');
  const chosen = new Set<number>(names ? names.map((name) => WEEK_DAYS.indexOf(name)) : [weekDayOf(start)]);
  const first = weekOf(start);
  return (day) => chosen.has(weekDayOf(day)) && (weekOf(day) - first) % interval === 0;
}

/** Returns the number of the week, from Monday to Sunday. 1970-01-01 was a Thursday. */
const weekOf = (day: number): number => Math.floor((day + 3) / 7);

/**
 * Months that do not have the day are skipped; without `atDays` the date of the start counts.
 * @rule schedules.trigger.day
 */
function monthly(trigger: TriggerDefinition, start: number, interval: number): IsDay {
  const { atDays } = trigger;
  if (atDays && atDays.type !== 'DAY_OF_MONTH') throw fieldFault('atDays.type', 'must be DAY_OF_MONTH for the type MONTHLY');
  const begin = civilOf(start);
  const date = atDays ? requireField('atDays.day', atDays.day, 'DAY_OF_MONTH needs a day from 1 to 31') : begin.date;
  const first = begin.year * 12 + begin.month;
  if (!isEverReached(begin, interval, date)) {
    throw fieldFault('atDays.day', `${date} does not exist in any of the months that the interval of ${interval} reaches`);
  }
  // Only the last month is cached, because callers ask for consecutive days.
  let [monthStart, monthEnd] = [0, 0];
  let due: number | undefined;
  return (day) => {
    if (day < monthStart || day >= monthEnd) {
      const { year, month } = civilOf(day);
      monthStart = dayOf(year, month, 1);
      monthEnd = dayOf(year, month + 1, 1);
      const hasFire = (year * 12 + month - first) % interval === 0 && monthStart + date - 1 < monthEnd;
      due = hasFire ? monthStart + date - 1 : undefined;
    }
    return day === due;
  };
}

/** Returns whether one of the months has the day. The months repeat after 4800 steps, because the calendar repeats after 400 years. */
function isEverReached(begin: Civil, interval: number, date: number): boolean {
  if (date <= 28) return true;
  for (let step = 0; step < 4800; step += 1) {
    const months = begin.month - 1 + step * interval;
    if (date <= daysInMonth(begin.year + Math.floor(months / 12), (months % 12) + 1)) return true;
  }
  return false;
}
