/** The page of the subscription. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';

/** What the tenant may use and uses. */
export const subscriptionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/subscription',
  component: lazyRouteComponent(() => import('./subscription-page.tsx'), 'SubscriptionPage'),
});
