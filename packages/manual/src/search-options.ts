/** The options of the search in the manual; the build and the browser use the same ones. */
import type { Options } from 'minisearch';

/** The kinds of pages, in the order in which the search ranks them. */
export type PageKind = 'how-to' | 'tutorial' | 'explanation' | 'reference' | 'project';

/** A section of a page, as an entry of the search index. `href` is its address relative to the root of the site; `beginning` is that of its text. */
export type SearchSection = { id: number; href: string; page: string; heading: string; text: string; beginning: string; kind: PageKind };

/** Somebody who searches mostly wants to do something. A clear match of a command or a setting is stronger than these factors. */
const FACTORS: Readonly<Record<PageKind, number>> = { 'how-to': 3, tutorial: 2, explanation: 1.5, reference: 1, project: 0.2 };

/** The options of the index. */
export const INDEX_OPTIONS: Options<SearchSection> = {
  fields: ['page', 'heading', 'text'],
  storeFields: ['href', 'page', 'heading', 'beginning', 'kind'],
};

/** The options of a search: all words must be there, and each may be unfinished. How-to guides come first, pages about the project last. */
export const SEARCH_OPTIONS = {
  combineWith: 'AND',
  prefix: true,
  boost: { page: 4, heading: 3 },
  boostDocument: (_id: number, _term: string, stored?: Record<string, unknown>): number => FACTORS[stored?.['kind'] as PageKind] ?? 1,
} as const;
