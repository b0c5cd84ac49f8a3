/** The pages of schedules. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { textIn, wordIn, type RawSearch } from '../../app/search.ts';
import { readCalendarSearch } from './calendar-view.ts';

/** The filters of the list of schedules. */
export type ScheduleFilters = {
  /** A part of the description. */
  text?: string | undefined;
  /** Only schedules that a task or plan uses. */
  used?: 'yes' | undefined;
};

/** The list of schedules. */
export const schedulesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/schedules',
  validateSearch: (search: RawSearch): ScheduleFilters => ({ text: textIn(search, 'text'), used: wordIn(search, 'used', ['yes']) }),
  component: lazyRouteComponent(() => import('./schedules-page.tsx'), 'SchedulesPage'),
});

/** A new schedule. */
export const newScheduleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/schedules/new',
  component: lazyRouteComponent(() => import('./new-schedule-page.tsx'), 'NewSchedulePage'),
});

/** The calendar of the automatic starts of the environment. */
export const calendarRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/schedules/calendar',
  validateSearch: readCalendarSearch,
  component: lazyRouteComponent(() => import('./calendar-page.tsx'), 'CalendarPage'),
});

/** One schedule: its triggers and its calendar. */
export const scheduleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/schedules/$scheduleId',
  validateSearch: readCalendarSearch,
  component: lazyRouteComponent(() => import('./schedule-page.tsx'), 'SchedulePage'),
});
