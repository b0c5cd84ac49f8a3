/** The search parameters of a calendar, and the days of instants. */
import { anyText, oneWord, type SearchOf } from '../../app/search.ts';

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

/** Whether a text is a day of this or the last century. Without the library of dates, because the router needs this file. */
function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00Z`);
  return /^(19|20)\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The day of an instant in a time zone, as YYYY-MM-DD. */
export function calendarDayOf(time: number, zone: string): string {
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  formats.set(zone, format);
  return format.format(time);
}
