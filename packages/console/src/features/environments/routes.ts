/** The page of environments. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';

/** The list of environments. */
export const environmentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup/environments',
  component: lazyRouteComponent(() => import('./environments-page.tsx'), 'EnvironmentsPage'),
});
