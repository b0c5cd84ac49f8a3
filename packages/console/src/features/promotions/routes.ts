/** The pages of promotions. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { textIn, type RawSearch } from '../../app/search.ts';

/** The list of promotions. */
export const promotionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/promotions',
  component: lazyRouteComponent(() => import('./promotions-page.tsx'), 'PromotionsPage'),
});

/** One promotion, with the report that the URL names. */
export const promotionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/promotions/$promotionId',
  validateSearch: (search: RawSearch): { report?: string | undefined } => ({ report: textIn(search, 'report') }),
  component: lazyRouteComponent(() => import('./promotion-page.tsx'), 'PromotionPage'),
});
