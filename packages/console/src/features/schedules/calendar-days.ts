/** The days that a calendar shows. */
import { startOfWeek, startOfYear, type CalendarDate } from '@internationalized/date';
import type { CalendarView } from './calendar-view.ts';

/** The days of a view that contains a day. The locale decides on which day a week begins. */
export function daysShown(view: CalendarView, day: CalendarDate, locale: string): CalendarDate[] {
  if (view === 'day') return [day];
  const first = view === 'week' ? startOfWeek(day, locale) : startOfYear(day);
  const count = view === 'week' ? 7 : first.add({ years: 1 }).compare(first);
  return Array.from({ length: count }, (_, index) => first.add({ days: index }));
}

/** A day in the view that is `steps` views later; negative: earlier. */
export const movedBy = (view: CalendarView, day: CalendarDate, steps: number): CalendarDate =>
  view === 'day' ? day.add({ days: steps }) : view === 'week' ? day.add({ weeks: steps }) : day.add({ years: steps });
