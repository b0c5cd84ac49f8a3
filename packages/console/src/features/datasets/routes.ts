/** The pages of datasets. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { textIn, wordIn, type RawSearch } from '../../app/search.ts';

/** The certifications of datasets. */
export const CERTIFICATIONS = ['none', 'pending', 'certified'] as const;

/** The fields by which a person sorts the list. */
export const DATASET_ORDERS = ['label', 'datastore.label', 'certification', 'trustScore', 'rating.global', 'updated', 'created'] as const;

/** The filters and the order of the list. `query` is in the query language of the catalogue. */
export type DatasetFilters = {
  search?: string | undefined;
  query?: string | undefined;
  show?: 'favorites' | undefined;
  certification?: (typeof CERTIFICATIONS)[number] | undefined;
  sort?: (typeof DATASET_ORDERS)[number] | undefined;
  order?: 'desc' | undefined;
};

/** The list of datasets. */
export const datasetsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/catalogue/datasets',
  validateSearch: (search: RawSearch): DatasetFilters => ({
    search: textIn(search, 'search'),
    query: textIn(search, 'query'),
    show: wordIn(search, 'show', ['favorites']),
    certification: wordIn(search, 'certification', CERTIFICATIONS),
    sort: wordIn(search, 'sort', DATASET_ORDERS),
    order: wordIn(search, 'order', ['desc']),
  }),
  component: lazyRouteComponent(() => import('./datasets-page.tsx'), 'DatasetsPage'),
});

/** The definitions of custom attributes. */
export const attributesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/catalogue/attributes',
  component: lazyRouteComponent(() => import('./attributes-page.tsx'), 'AttributesPage'),
});

/** One dataset; `column` is the one whose dialog is open. */
export const datasetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/catalogue/datasets/$datasetId',
  validateSearch: (search: RawSearch): { column?: string | undefined } => ({ column: textIn(search, 'column') }),
  component: lazyRouteComponent(() => import('./dataset-page.tsx'), 'DatasetPage'),
});
