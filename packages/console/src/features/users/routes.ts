/** The pages of users. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { readUserFilters } from './user-filters.ts';

/** The list of users. */
export const usersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/users',
  validateSearch: readUserFilters,
  component: lazyRouteComponent(() => import('./users-page.tsx'), 'UsersPage'),
});

/** One user. */
export const userRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/users/$userId',
  component: lazyRouteComponent(() => import('./user-page.tsx'), 'UserPage'),
});
