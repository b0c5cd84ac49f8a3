/** The page of the rights on workspaces. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { textIn, wordIn, type RawSearch } from '../../app/search.ts';

/** The kinds of accounts whose rights can be shown. */
export const ACCOUNT_KINDS = ['people', 'programs'] as const;

/** The rights of accounts on the workspaces of the environment. */
export const rightsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/rights',
  validateSearch: (search: RawSearch): { kind?: (typeof ACCOUNT_KINDS)[number]; workspace?: string } => ({
    kind: wordIn(search, 'kind', ACCOUNT_KINDS),
    workspace: textIn(search, 'workspace'),
  }),
  component: lazyRouteComponent(() => import('./rights-page.tsx'), 'RightsPage'),
});
