/** The pages of service accounts. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';

/** The list of service accounts. */
export const serviceAccountsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/service-accounts',
  component: lazyRouteComponent(() => import('./service-accounts-page.tsx'), 'ServiceAccountsPage'),
});

/** One service account. */
export const serviceAccountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/service-accounts/$serviceAccountId',
  component: lazyRouteComponent(() => import('./service-account-page.tsx'), 'ServiceAccountPage'),
});
