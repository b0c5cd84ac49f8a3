/** The pages of crawlers. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { textIn, type RawSearch } from '../../app/search.ts';

/** The list of crawlers. */
export const crawlersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/catalogue/crawlers',
  component: lazyRouteComponent(() => import('./crawlers-page.tsx'), 'CrawlersPage'),
});

/** Creates the crawler of a connection. */
export const newCrawlerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/catalogue/crawlers/new',
  validateSearch: (search: RawSearch): { connection?: string | undefined } => ({ connection: textIn(search, 'connection') }),
  component: lazyRouteComponent(() => import('./new-crawler-page.tsx'), 'NewCrawlerPage'),
});

/** One crawler. */
export const crawlerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/catalogue/crawlers/$crawlerId',
  component: lazyRouteComponent(() => import('./crawler-page.tsx'), 'CrawlerPage'),
});
