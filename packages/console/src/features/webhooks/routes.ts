/** The pages of webhooks. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { textIn, wordIn, type RawSearch } from '../../app/search.ts';

/** The filters of the list of webhooks. */
export type WebhookFilters = { name?: string; state?: 'on' | 'off' };

/** The list of webhooks. */
export const webhooksRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/webhooks',
  validateSearch: (search: RawSearch): WebhookFilters => ({
    name: textIn(search, 'name'),
    state: wordIn(search, 'state', ['on', 'off']),
  }),
  component: lazyRouteComponent(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
});

/** The statuses of deliveries. */
export const DELIVERY_STATUSES = ['success', 'fail', 'waiting'] as const;

/** One webhook, with its deliveries, of which one may be open. */
export const webhookRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/webhooks/$webhookId',
  validateSearch: (search: RawSearch): { status?: (typeof DELIVERY_STATUSES)[number]; delivery?: string } => ({
    status: wordIn(search, 'status', DELIVERY_STATUSES),
    delivery: textIn(search, 'delivery'),
  }),
  component: lazyRouteComponent(() => import('./webhook-page.tsx'), 'WebhookPage'),
});
