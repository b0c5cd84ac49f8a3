/** The pages of connections. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { textIn, type RawSearch } from '../../app/search.ts';

/** The filters of the list of connections. */
export type ConnectionFilters = { name?: string | undefined; workspace?: string | undefined };

/** The list of connections. */
export const connectionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup/connections',
  validateSearch: (search: RawSearch): ConnectionFilters => ({ name: textIn(search, 'name'), workspace: textIn(search, 'workspace') }),
  component: lazyRouteComponent(() => import('./connections-page.tsx'), 'ConnectionsPage'),
});

/** Creates a connection. */
export const newConnectionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup/connections/new',
  validateSearch: (search: RawSearch): { workspace?: string | undefined } => ({ workspace: textIn(search, 'workspace') }),
  component: lazyRouteComponent(() => import('./new-connection-page.tsx'), 'NewConnectionPage'),
});

/** One connection. */
export const connectionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup/connections/$connectionId',
  component: lazyRouteComponent(() => import('./connection-page.tsx'), 'ConnectionPage'),
});
