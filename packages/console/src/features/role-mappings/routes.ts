/** The page of role mappings. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';

/** The list of role mappings. */
export const roleMappingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/role-mappings',
  component: lazyRouteComponent(() => import('./role-mappings-page.tsx'), 'RoleMappingsPage'),
});
