/** The pages of engines. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';

/** The list of engines. */
export const enginesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/engines',
  component: lazyRouteComponent(() => import('./engines-page.tsx'), 'EnginesPage'),
});

/** One engine. */
export const engineRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/engines/$engineId',
  component: lazyRouteComponent(() => import('./engine-page.tsx'), 'EnginePage'),
});
