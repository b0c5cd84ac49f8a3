/** The pages of roles. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { textIn, wordIn, type RawSearch } from '../../app/search.ts';

/** The list of roles, or of unused permissions. */
export const rolesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/roles',
  validateSearch: (search: RawSearch): { name?: string; show?: 'unused' } => ({
    name: textIn(search, 'name'),
    show: wordIn(search, 'show', ['unused']),
  }),
  component: lazyRouteComponent(() => import('./roles-page.tsx'), 'RolesPage'),
});

/** One role. */
export const roleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/roles/$roleId',
  component: lazyRouteComponent(() => import('./role-page.tsx'), 'RolePage'),
});
