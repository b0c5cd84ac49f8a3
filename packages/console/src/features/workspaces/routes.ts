/** The page of workspaces. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';

/** The list of the workspaces of an environment. */
export const workspacesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup/workspaces',
  component: lazyRouteComponent(() => import('./workspaces-page.tsx'), 'WorkspacesPage'),
});
