/** The pages of resources. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { textIn, type RawSearch } from '../../app/search.ts';

/** The filters of the list of resources. */
export type ResourceFilters = { name?: string | undefined; workspace?: string | undefined };

/** The list of resources. */
export const resourcesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup/resources',
  validateSearch: (search: RawSearch): ResourceFilters => ({ name: textIn(search, 'name'), workspace: textIn(search, 'workspace') }),
  component: lazyRouteComponent(() => import('./resources-page.tsx'), 'ResourcesPage'),
});

/** One resource. */
export const resourceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup/resources/$resourceId',
  component: lazyRouteComponent(() => import('./resource-page.tsx'), 'ResourcePage'),
});
