/** The options of the search in the manual; the build and the browser use the same ones. */
import type { Options } from 'minisearch';

/** A section of a page, as an entry of the search index. `href` is its address from the root of the site on; `start` is the beginning of its text. */
export type SearchSection = { id: number; href: string; page: string; heading: string; text: string; start: string; isSource: boolean };

/** The options of the index. */
export const INDEX_OPTIONS: Options<SearchSection> = {
  fields: ['page', 'heading', 'text'],
  storeFields: ['href', 'page', 'heading', 'start', 'isSource'],
};

/** The options of a search: all words must be there, the last one may be unfinished. Pages about the sources come last. */
export const SEARCH_OPTIONS = {
  combineWith: 'AND',
  prefix: true,
  boost: { page: 4, heading: 3 },
  boostDocument: (_id: number, _term: string, stored?: Record<string, unknown>): number => (stored?.['isSource'] === true ? 0.3 : 1),
} as const;
