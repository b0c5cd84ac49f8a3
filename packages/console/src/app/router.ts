/** All pages of the console. */
import { createRouter } from '@tanstack/react-router';
import { homeRoute } from '../features/home/routes.ts';
import { runRoute, runsRoute } from '../features/task-executions/routes.ts';
import { FailedPage } from './failed-page.tsx';
import { rootRoute } from './root-route.tsx';
import { parseSearch, stringifySearch } from './search.ts';

/** The router. A page is loaded when a person points at a link to it. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([homeRoute, runsRoute, runRoute]),
  defaultPreload: 'intent',
  defaultErrorComponent: FailedPage,
  scrollRestoration: true,
  parseSearch,
  stringifySearch,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
