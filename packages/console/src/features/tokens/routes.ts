/** The page of tokens. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';

/** Personal access tokens, and the programs that act for a person. */
export const tokensRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tokens',
  component: lazyRouteComponent(() => import('./tokens-page.tsx'), 'TokensPage'),
});
