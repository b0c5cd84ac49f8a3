/** The pages of runs. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { textIn, wholeIn, type RawSearch } from '../../app/search.ts';
import { readRunFilters } from './run-filters.ts';

/** The list of runs. Its filters are its address. */
export const runsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/runs',
  validateSearch: readRunFilters,
  component: lazyRouteComponent(() => import('./runs-page.tsx'), 'RunsPage'),
});

/** What the address of a run says about its log: the line that is shown, and the text that is searched. */
export type LogPlace = { line?: number; find?: string };

/** One run, with its log. */
export const runRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/runs/$executionId',
  validateSearch: (search: RawSearch): LogPlace => ({ line: wholeIn(search, 'line'), find: textIn(search, 'find') }),
  component: lazyRouteComponent(() => import('./run-page.tsx'), 'RunPage'),
});
