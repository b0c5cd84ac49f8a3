/** Lists of the API that are read page by page. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { Route } from '@millrace/contract';
import type { InputOf } from '@millrace/contract/client';
import { api, type BodyOfAnswer } from './api.ts';

/** What a page needs of a list. */
export type ReadList<Row> = {
  rows: Row[];
  error: Error | null;
  isPending: boolean;
  hasMore: boolean;
  onEnd: () => void;
  refetch: () => void;
};

/** Options of a list: the variables of its path, the time after which its beginning is read again, and whether it is read at all. */
export type ListTerms = { path?: Readonly<Record<string, string>>; every?: number | false; enabled?: boolean };

type DataOf<Body> = Body extends { data: (infer Row)[] } ? Row : never;
type CursorBody = { data: unknown[]; links: { next?: { href: string } } };

/** The most entries of a page. */
const PAGE = 100;

/** A list whose answer has the link of the next page. */
export function useCursorList<R extends Route>(
  route: R,
  query: Readonly<Record<string, unknown>>,
  { path, every = false, enabled = true }: ListTerms = {},
): ReadList<DataOf<BodyOfAnswer<R>>> {
  return useList([route, 'list', path, query], enabled, every, {} as Record<string, string>, async (cursor, signal) => {
    const input = { path, query: { limit: PAGE, ...query, ...cursor }, signal } as unknown as InputOf<R>;
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

/** A list with numbered pages, of which the last one is shorter. */
export function usePagedList<R extends Route>(
  route: R,
  input: { path?: Readonly<Record<string, string>>; query?: Readonly<Record<string, unknown>> },
  { every = false, enabled = true }: Omit<ListTerms, 'path'> = {},
): ReadList<BodyOfAnswer<R> extends (infer Row)[] ? Row : never> {
  return useList([route, 'list', input], enabled, every, 1, async (page, signal) => {
    const sent = { ...input, query: { ...input.query, page, size: PAGE }, signal } as unknown as InputOf<R>;
    const rows = (await api.call(route, sent)).body as (BodyOfAnswer<R> extends (infer Row)[] ? Row : never)[];
    return { rows, next: rows.length === PAGE ? page + 1 : undefined };
  });
}

/** A list with offsets, whose answer has the number of all entries. `key` is what the answer depends on. */
export function useOffsetList<Row>(
  route: Route,
  key: unknown,
  readPage: (page: { limit: number; offset: number }, signal: AbortSignal) => Promise<{ items: Row[]; total: number }>,
  { every = false, enabled = true }: Omit<ListTerms, 'path'> = {},
): ReadList<Row> {
  return useList([route, 'list', key], enabled, every, 0, async (offset, signal) => {
    const { items, total } = await readPage({ limit: PAGE, offset }, signal);
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
    // A person that has scrolled far reads, and does not wait for new entries.
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
