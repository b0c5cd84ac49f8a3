/** The page of the IP allowlist. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';

/** The addresses from which the API can be called. */
export const allowlistRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/allowlist',
  component: lazyRouteComponent(() => import('./allowlist-page.tsx'), 'AllowlistPage'),
});
