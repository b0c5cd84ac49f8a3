/** The pages of dynamic engines. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';

/** The list of dynamic engines. */
export const dynamicEnginesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup/dynamic-engines',
  component: lazyRouteComponent(() => import('./dynamic-engines-page.tsx'), 'DynamicEnginesPage'),
});

/** One dynamic engine. */
export const dynamicEngineRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup/dynamic-engines/$dynamicEngineId',
  component: lazyRouteComponent(() => import('./dynamic-engine-page.tsx'), 'DynamicEnginePage'),
});
