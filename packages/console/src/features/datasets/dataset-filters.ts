/** The filters and the order of the list of datasets. */
import { anyText, oneWord, type SearchOf } from '../../app/search.ts';

/** The certifications of datasets. */
export const CERTIFICATIONS = ['none', 'pending', 'certified'] as const;

/** The fields by which a person sorts the list. */
export const DATASET_ORDERS = ['label', 'datastore.label', 'certification', 'trustScore', 'rating.global', 'updated', 'created'] as const;

/** The filters and the order as search parameters. `query` is in the query language of the catalogue. */
export const DATASET_FILTERS = {
  search: anyText,
  query: anyText,
  show: oneWord('favorites'),
  certification: oneWord(...CERTIFICATIONS),
  sort: oneWord(...DATASET_ORDERS),
  order: oneWord('desc'),
};

/** The values of the filters and the order. */
export type DatasetFilters = SearchOf<typeof DATASET_FILTERS>;
