/** The page of alerts. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { textIn, wordIn, type RawSearch } from '../../app/search.ts';

/** The alert rules of the person, and their incidents. */
export const alertsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/alerts',
  validateSearch: (search: RawSearch): { rule?: string; incidents?: 'open' } => ({
    rule: textIn(search, 'rule'),
    incidents: wordIn(search, 'incidents', ['open']),
  }),
  component: lazyRouteComponent(() => import('./alerts-page.tsx'), 'AlertsPage'),
});
