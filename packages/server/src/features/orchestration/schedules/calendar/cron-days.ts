/** Computes the days on which a cron expression fires. */
import { civilOf, dayOf, daysInMonth, weekDayOf } from './civil.ts';
import type { Cron, DayTerm } from './cron-fields.ts';

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
