/** Lists of the API. Most are read page by page. */
import { useMemo, useState } from 'react';
import { hashKey, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { QueryOf, Route } from '@millrace/contract';
import type { InputOf } from '@millrace/contract/client';
import { api, useRead, type BodyOfAnswer, type ReadOptions } from './api.ts';
import { useEnvironment } from './environment.tsx';
import { readAllPages, type AllRows } from './list-pages.ts';

/** The rows of a list that were read, its state, and the functions that read more. */
export type ReadList<Row> = {
  rows: Row[];
  error: Error | null;
  isPending: boolean;
  hasMore: boolean;
  /** A key of the route and the input whose answer the rows are. After a change of the input, it stays until the rows of the new input are read. */
  result: string;
  /** Reads the next page, for the end of a list that is scrolled; does nothing while a page is being read. */
  onEnd: () => void;
  refetch: () => void;
  /** Reads all rows anew, at most a number of them. */
  readAll: (most: number) => Promise<AllRows<Row>>;
};

/** Options of a list: the milliseconds between reads of its first page; whether it is read at all. */
type ListOptions = { every?: number | false; enabled?: boolean };

type RowOf<Body> = Body extends readonly (infer Row)[]
  ? Row
  : Body extends { data: readonly (infer Row)[] }
    ? Row
    : Body extends { items?: readonly (infer Row)[] }
      ? Row
      : never;
/** The rows in the answer of an operation. */
type RowsOf<R extends Route> = RowOf<BodyOfAnswer<R>>[];

function rowsIn<R extends Route>(body: BodyOfAnswer<R>): RowsOf<R> {
  if (Array.isArray(body)) return body as RowsOf<R>;
  const { data, items = [] } = body as { data?: RowsOf<R>; items?: RowsOf<R> };
  return data ?? items;
}

/** Entries of a page, at most. */
const PAGE_SIZE = 100;

/** How long the rows of a list stay cached after the person has left it, in milliseconds: on return, it has the same place. */
export const LIST_KEPT = 1_800_000;

/** The input of a list with the parameters of a page: in the body, if the operation has one. */
function withPage<R extends Route>(input: InputOf<R>, page: object, signal: AbortSignal | undefined): InputOf<R> {
  const { body, query } = input as { body?: object; query?: object };
  return { ...(input as object), ...(body ? { body: { ...body, ...page } } : { query: { ...query, ...page } }), signal } as InputOf<R>;
}

/** Reads a list that has no pages. */
export function useWholeList<R extends Route>(route: R, input: InputOf<R>, options?: ReadOptions<R>): ReadList<RowOf<BodyOfAnswer<R>>> {
  const { data, error, isPending, refetch } = useRead(route, input, options);
  const rows = data === undefined ? [] : rowsIn<R>(data as BodyOfAnswer<R>);
  return {
    rows,
    error,
    isPending,
    hasMore: false,
    result: hashKey([route, input]),
    onEnd: () => undefined,
    refetch: () => void refetch(),
    readAll: async (most) => ({ rows: rows.slice(0, most), isCut: rows.length > most }),
  };
}

/** Reads a list whose answers contain the link to the next page. */
export const useCursorList = <R extends Route>(route: R, input: InputOf<R>, options?: ListOptions): ReadList<RowOf<BodyOfAnswer<R>>> =>
  useList(route, input, options, { limit: PAGE_SIZE } as Record<string, unknown>, (body) => {
    const { href } = (body as { links: { next?: { href: string } } }).links.next ?? {};
    if (href === undefined) return undefined;
    const parameters = new URL(href, window.location.origin).searchParams;
    const name = parameters.has('next') ? 'next' : 'page';
    return { limit: PAGE_SIZE, [name]: parameters.get(name) ?? '' };
  });

/** Reads a list with numbered pages. A page that is not full is the last one. */
export const usePagedList = <R extends Route>(route: R, input: InputOf<R>, options?: ListOptions): ReadList<RowOf<BodyOfAnswer<R>>> =>
  useList(route, input, options, { page: 1, size: PAGE_SIZE }, (body, { page, size }) =>
    rowsIn<R>(body).length === size ? { page: page + 1, size } : undefined,
  );

/** Entries that a field offers, at most. */
const MOST_OFFERED = 5000;

/** All rows of a list with numbered pages, for a field that offers them; none until they are read. */
export function useAllRows<R extends Route>(route: R, { enabled = true }: Pick<ListOptions, 'enabled'> = {}): RowsOf<R> {
  const { data = [] } = useQuery({
    queryKey: [route, 'all'],
    enabled,
    queryFn: async ({ signal }) => {
      const { rows } = await readAllPages({ page: 1, size: PAGE_SIZE }, MOST_OFFERED, async ({ page, size }) => {
        const input = withPage<R>({} as InputOf<R>, { page, size }, signal);
        const read = rowsIn<R>((await api.call(route, input)).body as BodyOfAnswer<R>);
        return { rows: read, next: read.length === size ? { page: page + 1, size } : undefined };
      });
      return rows;
    },
  });
  return data;
}

/** Reads a list with offsets, whose answers contain the total number of entries. */
export const useOffsetList = <R extends Route>(route: R, input: InputOf<R>, options?: ListOptions): ReadList<RowOf<BodyOfAnswer<R>>> =>
  useList(route, input, options, { offset: 0, limit: PAGE_SIZE }, (body, { offset, limit }) => {
    const { total, paging } = body as { total?: number; paging?: { total: number } };
    const count = rowsIn<R>(body).length;
    return count > 0 && offset + count < (paging?.total ?? total ?? 0) ? { offset: offset + count, limit } : undefined;
  });

/** Reads a list of the displayed environment, with offsets. */
export function useEnvironmentList<R extends Route>(
  route: R,
  query: Omit<QueryOf<R>, 'environmentId'>,
  options?: ListOptions,
): ReadList<RowOf<BodyOfAnswer<R>>> {
  const { environment } = useEnvironment();
  const input = { query: { environmentId: environment?.id, ...query } } as unknown as InputOf<R>;
  return useOffsetList(route, input, { ...options, enabled: environment !== undefined });
}

/** The key of the query whose rows are shown. While those of another query are read, `isPrevious`, the former key stays. */
export function useShownResult(queryKey: readonly unknown[], isPrevious: boolean): string {
  const key = hashKey(queryKey);
  const [shown, setShown] = useState(key);
  if (isPrevious || shown === key) return shown;
  setShown(key);
  return key;
}

function useList<R extends Route, Page extends object>(
  route: R,
  input: InputOf<R>,
  { every = false, enabled = true }: ListOptions = {},
  first: Page,
  pageAfter: (body: BodyOfAnswer<R>, page: Page) => Page | undefined,
): ReadList<RowOf<BodyOfAnswer<R>>> {
  const queryKey = [route, 'list', input];
  const read = async (page: Page, signal?: AbortSignal): Promise<BodyOfAnswer<R>> =>
    (await api.call(route, withPage(input, page, signal))).body as BodyOfAnswer<R>;
  const list = useInfiniteQuery({
    queryKey,
    enabled,
    gcTime: LIST_KEPT,
    initialPageParam: first,
    queryFn: ({ pageParam, signal }) => read(pageParam as Page, signal),
    getNextPageParam: (body, _, page) => pageAfter(body, page as Page),
    placeholderData: keepPreviousData,
    // After the first page was scrolled through, the list is not refreshed: new entries would move the rows that the person reads.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : every),
  });
  const pages = list.data?.pages;
  const rows = useMemo(() => pages?.flatMap((body) => rowsIn<R>(body)) ?? [], [pages]);
  return {
    rows,
    error: list.error,
    isPending: list.isPending && enabled,
    hasMore: list.hasNextPage,
    result: useShownResult(queryKey, list.isPlaceholderData),
    onEnd: () => void (list.isFetchingNextPage || list.fetchNextPage()),
    refetch: () => void list.refetch(),
    readAll: (most) =>
      readAllPages(first, most, async (page) => {
        const body = (await read(page)) as BodyOfAnswer<R>;
        return { rows: rowsIn<R>(body), next: pageAfter(body, page) };
      }),
  };
}
