/** Civil dates as day numbers: 0 is 1970-01-01 in the proleptic Gregorian calendar, so that dates add and compare like numbers. */

/** Milliseconds of a minute. */
export const MINUTE = 60_000;
/** Milliseconds of a day on which the clock is not moved. */
export const DAY = 86_400_000;

/** A date; months count from 1. */
export type Civil = { year: number; month: number; date: number };

/** Returns the day number of a date. Dates beyond the end of a month continue in the next month. */
export const dayOf = (year: number, month: number, date: number): number => Math.floor(Date.UTC(year, month - 1, date) / DAY);

/** Returns the date of a day number. */
export function civilOf(day: number): Civil {
  const date = new Date(day * DAY);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, date: date.getUTCDate() };
}

/** Returns the number of days of a month. */
export const daysInMonth = (year: number, month: number): number => dayOf(year, month + 1, 1) - dayOf(year, month, 1);

/** Returns the day of the week, with Sunday as 0. 1970-01-01 was a Thursday. */
export const weekDayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;

/** Reads `YYYY-MM-DD`, from 1970 on, as a day number. Returns undefined for any other text, and for a date that does not exist. */
export function readDate(text: string): number | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!parts) return undefined;
  const [year, month, date] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  if (year < 1970 || month < 1 || month > 12 || date < 1 || date > daysInMonth(year, month)) return undefined;
  return dayOf(year, month, date);
}

/** Reads `H:mm` or `HH:mm`, with seconds only if they are zero, as a minute of the day. Returns undefined for any other text. */
export function readTime(text: string): number | undefined {
  const parts = /^([01]?\d|2[0-3]):([0-5]\d)(?::00(?:\.0+)?)?$/.exec(text);
  return parts ? Number(parts[1]) * 60 + Number(parts[2]) : undefined;
}
