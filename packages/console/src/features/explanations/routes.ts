/** The page that explains access. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { textIn, type RawSearch } from '../../app/search.ts';

/** The question that the page answers: may an account use an operation, on an object, from an IP address? */
export type AccessQuestion = { account?: string; operation?: string; id?: string; address?: string };

/** The page that explains the access of an account. */
export const accessRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/access',
  validateSearch: (search: RawSearch): AccessQuestion => ({
    account: textIn(search, 'account'),
    operation: textIn(search, 'operation'),
    id: textIn(search, 'id'),
    address: textIn(search, 'address'),
  }),
  component: lazyRouteComponent(() => import('./access-page.tsx'), 'AccessPage'),
});
