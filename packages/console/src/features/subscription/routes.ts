/** The page of the subscription. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';

/** The page of the limits and the usage of the tenant. */
export const subscriptionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/subscription',
  component: lazyRouteComponent(() => import('./subscription-page.tsx'), 'SubscriptionPage'),
});
