/** Lists of the API that are read page by page. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { Route } from '@millrace/contract';
import type { InputOf } from '@millrace/contract/client';
import { api, type BodyOfAnswer } from './api.ts';

/** The rows of a list that were read, its state, and the functions that read further rows. */
export type ReadList<Row> = {
  rows: Row[];
  error: Error | null;
  isPending: boolean;
  hasMore: boolean;
  onEnd: () => void;
  refetch: () => void;
};

/** Options of a list: the variables of its path; the milliseconds between reads of its first page; whether it is read at all. */
export type ListOptions = { path?: Readonly<Record<string, string>>; every?: number | false; enabled?: boolean };

type DataOf<Body> = Body extends { data: (infer Row)[] } ? Row : never;
type CursorBody = { data: unknown[]; links: { next?: { href: string } } };

/** Entries of a page, at most. */
const PAGE_SIZE = 100;

/** Reads a list whose answers contain the link to the next page. */
export function useCursorList<R extends Route>(
  route: R,
  query: Readonly<Record<string, unknown>>,
  { path, every = false, enabled = true }: ListOptions = {},
): ReadList<DataOf<BodyOfAnswer<R>>> {
  return useList([route, 'list', path, query], enabled, every, {} as Record<string, string>, async (cursor, signal) => {
    const input = { path, query: { limit: PAGE_SIZE, ...query, ...cursor }, signal } as unknown as InputOf<R>;
    const body = (await api.call(route, input)).body as CursorBody;
    return { rows: body.data as DataOf<BodyOfAnswer<R>>[], next: cursorOf(body.links.next?.href) };
  });
}

function cursorOf(href: string | undefined): Record<string, string> | undefined {
  if (href === undefined) return undefined;
  const parameters = new URL(href, window.location.origin).searchParams;
  const name = parameters.has('next') ? 'next' : 'page';
  return { [name]: parameters.get(name) ?? '' };
}

/** Reads a list with numbered pages. A page that is not full is the last one. */
export function usePagedList<R extends Route>(
  route: R,
  input: { path?: Readonly<Record<string, string>>; query?: Readonly<Record<string, unknown>> },
  { every = false, enabled = true }: Omit<ListOptions, 'path'> = {},
): ReadList<BodyOfAnswer<R> extends (infer Row)[] ? Row : never> {
  return useList([route, 'list', input], enabled, every, 1, async (page, signal) => {
    const sent = { ...input, query: { ...input.query, page, size: PAGE_SIZE }, signal } as unknown as InputOf<R>;
    const rows = (await api.call(route, sent)).body as (BodyOfAnswer<R> extends (infer Row)[] ? Row : never)[];
    return { rows, next: rows.length === PAGE_SIZE ? page + 1 : undefined };
  });
}

/** Reads a list with offsets, whose answers contain the total number of entries. `key` holds all values on which the answers depend. */
export function useOffsetList<Row>(
  route: Route,
  key: unknown,
  readPage: (page: { limit: number; offset: number }, signal: AbortSignal) => Promise<{ items: Row[]; total: number }>,
  { every = false, enabled = true }: Omit<ListOptions, 'path'> = {},
): ReadList<Row> {
  return useList([route, 'list', key], enabled, every, 0, async (offset, signal) => {
    const { items, total } = await readPage({ limit: PAGE_SIZE, offset }, signal);
    const read = offset + items.length;
    return { rows: items, next: items.length > 0 && read < total ? read : undefined };
  });
}

function useList<Row, Cursor>(
  key: readonly unknown[],
  enabled: boolean,
  every: number | false,
  first: Cursor,
  read: (cursor: Cursor, signal: AbortSignal) => Promise<{ rows: Row[]; next: Cursor | undefined }>,
): ReadList<Row> {
  const list = useInfiniteQuery({
    queryKey: key,
    enabled,
    initialPageParam: first,
    queryFn: ({ pageParam, signal }) => read(pageParam as Cursor, signal),
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    // After the first page was scrolled through, the list is not refreshed: new entries would move the rows that the person reads.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : every),
  });
  return {
    rows: list.data?.pages.flatMap(({ rows }) => rows) ?? [],
    error: list.error,
    isPending: list.isPending && enabled,
    hasMore: list.hasNextPage,
    onEnd: () => void (list.isFetchingNextPage || list.fetchNextPage()),
    refetch: () => void list.refetch(),
  };
}
