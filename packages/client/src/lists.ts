import type { AnswerOf, Route } from '@millrace/contract';

type Body<R extends Route> = AnswerOf<R> extends infer Answer ? (Answer extends { status: 200; body: infer B } ? B : never) : never;

/** The entries of a list: `never` for a route whose answer is not a list. */
type EntriesOf<B> = B extends readonly (infer T)[]
  ? T
  : B extends { items: readonly (infer T)[] }
    ? T
    : B extends { data: readonly (infer T)[] }
      ? T
      : B extends { Resources: readonly (infer T)[] }
        ? T
        : B extends { metrics: { items: readonly (infer T)[] } }
          ? T
          : B extends { rows: readonly (infer T)[] }
            ? T
            : never;

/** An entry of the list that an operation answers. */
export type ItemOf<R extends Route> = EntriesOf<Body<R>>;

/** The fields of the next page that differ from those of the page before: of the query, or of the body of a search. */
export type NextPage = Record<string, unknown>;

/** The fields of any page. Each part of the API has some of them. */
type Page = {
  items?: unknown[];
  data?: unknown[];
  Resources?: unknown[];
  rows?: unknown[];
  metrics?: Page;
  offset?: number;
  total?: number;
  paging?: { offset: number; total: number };
  links?: { next?: { href: string } };
  nextIndex?: number;
  after?: string;
  startIndex?: number;
  totalResults?: number;
};

/** Lists that are arrays with numbered pages. A test compares the three lists with the contract. */
export const NUMBERED_LISTS: ReadonlySet<string> = new Set<Route>([
  'GET /account/groups',
  'GET /account/groups/{id}/users',
  'GET /account/roles',
  'GET /account/roles/{id}/users',
  'GET /account/users',
  'GET /account/users/{id}/groups',
  'GET /account/users/{id}/roles',
  'GET /security/audit/logs',
]);
/** Lists whose pages do not hold their offset: arrays, and the rows of a sample. */
export const OFFSET_LISTS: ReadonlySet<string> = new Set<Route>([
  'GET /datasets/{datasetId}/sample',
  'GET /orchestration/schedules/{scheduleId}/events',
]);

const PAGE_SIZE = 100;

/** The fields of the first page: those that the list needs, and those that the caller gave. */
export function firstPage(route: Route, given: NextPage): NextPage {
  if (NUMBERED_LISTS.has(route)) return { page: 1, size: PAGE_SIZE, ...given };
  if (OFFSET_LISTS.has(route)) return { offset: 0, limit: PAGE_SIZE, ...given };
  return given;
}

/** Reads the entries of a page, and the fields of the next one; undefined after the last page. Throws a `TypeError` if the answer is not a list. */
export function readListPage(route: Route, sent: NextPage, body: unknown): { entries: unknown[]; next: NextPage | undefined } {
  const page = (body ?? {}) as Page;
  const entries = Array.isArray(body) ? body : (page.items ?? page.data ?? page.Resources ?? page.rows ?? page.metrics?.items);
  if (!entries) throw new TypeError(`The answer of ${route} is not a list`);
  return { entries, next: entries.length === 0 ? undefined : nextPage(route, sent, Array.isArray(body) ? {} : page, entries.length) };
}

function nextPage(route: Route, sent: NextPage, page: Page, count: number): NextPage | undefined {
  if (NUMBERED_LISTS.has(route)) return count < Number(sent['size']) ? undefined : { page: Number(sent['page']) + 1 };
  if (OFFSET_LISTS.has(route)) return count < Number(sent['limit']) ? undefined : { offset: Number(sent['offset']) + count };
  if (page.links) return page.links.next && queryOf(page.links.next.href);
  if (page.nextIndex !== undefined) return { startIndex: page.nextIndex };
  if (page.after !== undefined) return { after: page.after };
  if (page.startIndex !== undefined && page.totalResults !== undefined) {
    const startIndex = page.startIndex + count;
    return startIndex > page.totalResults ? undefined : { startIndex };
  }
  const { offset, total } = page.paging ?? page.metrics ?? page;
  if (offset === undefined || total === undefined) return undefined;
  return offset + count >= total ? undefined : { offset: offset + count };
}

/** The query of a link. Its address may be relative. */
function queryOf(href: string): NextPage {
  const { searchParams } = new URL(href, 'http://localhost');
  return Object.fromEntries([...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name)]));
}
