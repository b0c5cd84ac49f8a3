/** The search parameters of a calendar, and the days that it shows. */
import { parseDate, startOfWeek, startOfYear, type CalendarDate } from '@internationalized/date';
import { anyText, oneWord, type SearchOf } from '../../app/search.ts';
import type { Language } from '../../text/messages.ts';

/** The lengths of time that a calendar can show. */
export const CALENDAR_VIEWS = ['day', 'week', 'year'] as const;
/** The length of time that a calendar shows. */
export type CalendarView = (typeof CALENDAR_VIEWS)[number];

/** The search parameters: the view (default: a week), and a day in it (default: today). */
export const CALENDAR_SEARCH = {
  view: oneWord(...CALENDAR_VIEWS),
  day: (value: unknown) => {
    const day = anyText(value);
    return day !== undefined && isDay(day) ? day : undefined;
  },
};

/** The values of the search parameters. */
export type CalendarSearch = SearchOf<typeof CALENDAR_SEARCH>;

function isDay(text: string): boolean {
  try {
    return /^(19|20)\d\d-/.test(text) && parseDate(text).toString() === text;
  } catch {
    return false;
  }
}

/** The days of a view that contains a day. The language decides on which day a week begins. */
export function daysShown(view: CalendarView, day: CalendarDate, language: Language): CalendarDate[] {
  if (view === 'day') return [day];
  const first = view === 'week' ? startOfWeek(day, language === 'de' ? 'de-DE' : 'en-GB') : startOfYear(day);
  const count = view === 'week' ? 7 : first.add({ years: 1 }).compare(first);
  return Array.from({ length: count }, (_, index) => first.add({ days: index }));
}

/** A day in the view that is `steps` views later; negative: earlier. */
export const movedBy = (view: CalendarView, day: CalendarDate, steps: number): CalendarDate =>
  view === 'day' ? day.add({ days: steps }) : view === 'week' ? day.add({ weeks: steps }) : day.add({ years: steps });

const formats = new Map<string, Intl.DateTimeFormat>();

/** The day of an instant in a time zone, as YYYY-MM-DD. */
export function calendarDayOf(time: number, zone: string): string {
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  formats.set(zone, format);
  return format.format(time);
}
