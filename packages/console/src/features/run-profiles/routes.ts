/** The page of run profiles. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { textIn, type RawSearch } from '../../app/search.ts';

/** The list of the run profiles of an environment. */
export const runProfilesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup/run-profiles',
  validateSearch: (search: RawSearch): { name?: string | undefined } => ({ name: textIn(search, 'name') }),
  component: lazyRouteComponent(() => import('./run-profiles-page.tsx'), 'RunProfilesPage'),
});
