/** The pages of OAuth clients. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { textIn, type RawSearch } from '../../app/search.ts';

/** The list of OAuth clients. */
export const oauthClientsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/oauth-clients',
  validateSearch: (search: RawSearch): { name?: string } => ({ name: textIn(search, 'name') }),
  component: lazyRouteComponent(() => import('./oauth-clients-page.tsx'), 'OauthClientsPage'),
});

/** One OAuth client, with its refused requests. */
export const oauthClientRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/oauth-clients/$clientId',
  component: lazyRouteComponent(() => import('./oauth-client-page.tsx'), 'OauthClientPage'),
});
