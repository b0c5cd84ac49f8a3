/** The pages of groups. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { textIn, type RawSearch } from '../../app/search.ts';

/** The list of groups. */
export const groupsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/groups',
  validateSearch: (search: RawSearch): { name?: string } => ({ name: textIn(search, 'name') }),
  component: lazyRouteComponent(() => import('./groups-page.tsx'), 'GroupsPage'),
});

/** One group. */
export const groupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/groups/$groupId',
  component: lazyRouteComponent(() => import('./group-page.tsx'), 'GroupPage'),
});
