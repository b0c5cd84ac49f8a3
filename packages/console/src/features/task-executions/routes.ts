/** The pages of runs. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { textIn, integerIn, type RawSearch } from '../../app/search.ts';
import { readLogFilters, type LogFilters } from '../execution-logs/log-filters.ts';
import { readRunFilters, type RunFilters } from './run-filters.ts';

/** The search parameters of the list: its filters, and the cursor after which it begins. */
export type RunListSearch = RunFilters & { after?: string | undefined };

/** The list of runs. The URL contains its filters. */
export const runsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/runs',
  validateSearch: (search: RawSearch): RunListSearch => ({ ...readRunFilters(search), after: textIn(search, 'after') }),
  component: lazyRouteComponent(() => import('./runs-page.tsx'), 'RunsPage'),
});

/** The search parameters of a run, all for its log: the line to show, the text to search, and the filters. */
export type RunPageSearch = LogFilters & { line?: number | undefined; find?: string | undefined };

/** One run, with its log. */
export const runRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/runs/$executionId',
  validateSearch: (search: RawSearch): RunPageSearch => ({
    line: integerIn(search, 'line'),
    find: textIn(search, 'find'),
    ...readLogFilters(search),
  }),
  component: lazyRouteComponent(() => import('./run-page.tsx'), 'RunPage'),
});
