/** The page of the inbox. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { wordIn, type RawSearch } from '../../app/search.ts';

/** The notifications of the person. */
export const inboxRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/inbox',
  validateSearch: (search: RawSearch): { show?: 'unread' } => ({ show: wordIn(search, 'show', ['unread']) }),
  component: lazyRouteComponent(() => import('./inbox-page.tsx'), 'InboxPage'),
});
