/** The pages of clusters. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';

/** The list of clusters. */
export const clustersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup/clusters',
  component: lazyRouteComponent(() => import('./clusters-page.tsx'), 'ClustersPage'),
});

/** One cluster. */
export const clusterRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup/clusters/$clusterId',
  component: lazyRouteComponent(() => import('./cluster-page.tsx'), 'ClusterPage'),
});
