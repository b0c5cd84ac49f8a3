/** The pages of runs of plans. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';

/** One run of a plan. */
export const planRunRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/plans/runs/$planExecutionId',
  component: lazyRouteComponent(() => import('./plan-run-page.tsx'), 'PlanRunPage'),
});
