/** The root of the routes: the frame of every page, and the search parameters that every URL has. */
import { createRootRoute, retainSearchParams } from '@tanstack/react-router';
import { FailedPage, MissingPage } from './failed-page.tsx';
import { anyText, type RawSearch } from './search.ts';
import { PageFrame } from './frame.tsx';

/** Search parameters of every URL. */
type RootSearch = { environment?: string };

/** The parent of the routes of all pages. */
export const rootRoute = createRootRoute({
  validateSearch: (search: RawSearch): RootSearch => ({ environment: anyText(search['environment']) }),
  search: { middlewares: [retainSearchParams<RootSearch>(['environment'])] },
  component: PageFrame,
  errorComponent: FailedPage,
  notFoundComponent: MissingPage,
});
