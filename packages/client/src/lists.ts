import type { AnswerOf, Route } from '@millrace/contract';
import type { InputOf } from '@millrace/contract/client';

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

/** The fields of a request that select a page, in its query or in the body of a search. Those of a next page are only the ones that change. */
type PageFields = Record<string, unknown>;

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

/** Lists that are arrays with numbered pages. A test compares both sets with the contract. */
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

/** One page of a list: its entries, and the whole answer. */
type ReadPage<R extends Route> = { entries: ItemOf<R>[]; body: unknown };

/**
 * Reads a list page by page: by offset, cursor or number, as the list has it. With a `maximum`, it asks for no more entries than that, by `limit`, 100 at
 * most in a page. The last page may go beyond the `maximum` where operations know no `limit`: lists with numbered pages, SCIM and logs (`count`).
 */
export async function* readListPages<R extends Route>(
  call: (route: R, input: InputOf<R>) => Promise<{ body?: unknown }>,
  route: R,
  input?: InputOf<R>,
  maximum?: number,
): AsyncGenerator<ReadPage<R>, void, undefined> {
  const given = (input ?? {}) as { query?: PageFields; body?: PageFields };
  // A search has the fields of its page in the body, except below `/actions/filter`, where they are in the query.
  const part = route.startsWith('POST ') && !route.endsWith('/actions/filter') ? 'body' : 'query';
  let fields: PageFields | undefined = firstPage(route, given[part] ?? {});
  let left = maximum ?? Infinity;
  while (fields && left > 0) {
    if (maximum !== undefined && !isOneOf(NUMBERED_LISTS, route)) fields = { ...fields, limit: Math.min(PAGE_SIZE, left) };
    const { body } = await call(route, { ...given, [part]: fields } as unknown as InputOf<R>);
    const { entries, next } = readListPage(route, fields, body);
    yield { entries: entries as ItemOf<R>[], body };
    left -= entries.length;
    fields = next && { ...fields, ...next };
  }
}

/** Whether a set has a route. The route may have values in place of its variables, as in `millrace api`. */
const isOneOf = (lists: ReadonlySet<string>, route: string): boolean =>
  lists.has(route) || [...lists].some((list) => new RegExp(`^${list.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(route));

/** The fields of the first page: those that the list needs, and those that the caller gave. */
function firstPage(route: Route, given: PageFields): PageFields {
  if (isOneOf(NUMBERED_LISTS, route)) return { page: 1, size: PAGE_SIZE, ...given };
  if (isOneOf(OFFSET_LISTS, route)) return { offset: 0, limit: PAGE_SIZE, ...given };
  return given;
}

/** Reads the entries of a page, and the fields of the next one; undefined after the last page. Throws a `TypeError` if the answer is not a list. */
export function readListPage(route: Route, sent: PageFields, body: unknown): { entries: unknown[]; next: PageFields | undefined } {
  const page = (body ?? {}) as Page;
  const entries = Array.isArray(body) ? body : (page.items ?? page.data ?? page.Resources ?? page.rows ?? page.metrics?.items);
  if (!entries) throw new TypeError(`The answer of ${route} is not a list`);
  return { entries, next: nextPage(route, sent, Array.isArray(body) ? {} : page, entries.length) };
}

function nextPage(route: Route, sent: PageFields, page: Page, count: number): PageFields | undefined {
  // A search in a log may find nothing in the part that it has read.
  if (page.nextIndex !== undefined) return { startIndex: page.nextIndex };
  if (count === 0) return undefined;
  if (isOneOf(NUMBERED_LISTS, route)) return count < Number(sent['size']) ? undefined : { page: Number(sent['page']) + 1 };
  if (isOneOf(OFFSET_LISTS, route)) return count < Number(sent['limit']) ? undefined : { offset: Number(sent['offset']) + count };
  if (page.links) return page.links.next && queryOf(page.links.next.href);
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
function queryOf(href: string): PageFields {
  const { searchParams } = new URL(href, 'http://localhost');
  return Object.fromEntries([...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name)]));
}
