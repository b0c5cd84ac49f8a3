/** The pages of the connections of the catalogue. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { textIn, type RawSearch } from '../../app/search.ts';

/** The list of connections. */
export const catalogConnectionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/catalogue/connections',
  validateSearch: (search: RawSearch): { name?: string | undefined } => ({ name: textIn(search, 'name') }),
  component: lazyRouteComponent(() => import('./catalog-connections-page.tsx'), 'CatalogConnectionsPage'),
});

/** Creates a connection, or adds one of a workspace to the catalogue. */
export const newCatalogConnectionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/catalogue/connections/new',
  component: lazyRouteComponent(() => import('./new-catalog-connection-page.tsx'), 'NewCatalogConnectionPage'),
});

/** One connection. */
export const catalogConnectionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/catalogue/connections/$connectionId',
  component: lazyRouteComponent(() => import('./catalog-connection-page.tsx'), 'CatalogConnectionPage'),
});
