/** The pages of runs. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { textIn, wholeIn, type RawSearch } from '../../app/search.ts';
import { readLogFilters, type LogFilters } from '../execution-logs/log-filters.ts';
import { readRunFilters, type RunFilters } from './run-filters.ts';

/** What the address of the list says: its filters, and the place after which it begins. */
export type RunListPlace = RunFilters & { after?: string | undefined };

/** The list of runs. Its filters are its address. */
export const runsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/runs',
  validateSearch: (search: RawSearch): RunListPlace => ({ ...readRunFilters(search), after: textIn(search, 'after') }),
  component: lazyRouteComponent(() => import('./runs-page.tsx'), 'RunsPage'),
});

/** What the address of a run says about its log: the line that is shown, the text that is searched, and the filters. */
export type LogPlace = LogFilters & { line?: number | undefined; find?: string | undefined };

/** One run, with its log. */
export const runRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/runs/$executionId',
  validateSearch: (search: RawSearch): LogPlace => ({
    line: wholeIn(search, 'line'),
    find: textIn(search, 'find'),
    ...readLogFilters(search),
  }),
  component: lazyRouteComponent(() => import('./run-page.tsx'), 'RunPage'),
});
