/** What the address says about a calendar, and the days that it shows. */
import { parseDate, startOfWeek, startOfYear, type CalendarDate } from '@internationalized/date';
import { textIn, wordIn, type RawSearch } from '../../app/search.ts';
import type { Language } from '../../text/messages.ts';

/** The spans of a calendar. */
export const CALENDAR_VIEWS = ['day', 'week', 'year'] as const;
/** How much a calendar shows. */
export type CalendarView = (typeof CALENDAR_VIEWS)[number];

/** The part of the address: the span, a week if it says nothing, and a day in it, today if it says nothing. */
export type CalendarPlace = { view?: CalendarView | undefined; day?: string | undefined };

/** Reads the part of an address. */
export function readCalendarPlace(search: RawSearch): CalendarPlace {
  const day = textIn(search, 'day');
  return { view: wordIn(search, 'view', CALENDAR_VIEWS), day: day !== undefined && isDay(day) ? day : undefined };
}

function isDay(text: string): boolean {
  try {
    return /^(19|20)\d\d-/.test(text) && parseDate(text).toString() === text;
  } catch {
    return false;
  }
}

/** The days of a span around a day. Weeks begin as they do in the language. */
export function daysShown(view: CalendarView, day: CalendarDate, language: Language): CalendarDate[] {
  if (view === 'day') return [day];
  const first = view === 'week' ? startOfWeek(day, language === 'de' ? 'de-DE' : 'en-GB') : startOfYear(day);
  const count = view === 'week' ? 7 : first.add({ years: 1 }).compare(first);
  return Array.from({ length: count }, (_, index) => first.add({ days: index }));
}

/** The same span, before or after. */
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
