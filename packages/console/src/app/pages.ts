/** Lists that the API answers page by page. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { Route } from '@millrace/contract';

/** A page of a list. */
type PageOf<Item> = { items: Item[]; total: number };

type PagesTerms = {
  enabled?: boolean;
  /** Reads again after so many milliseconds, while the page is visible and the person has not scrolled on. */
  every?: number;
};

/** Entries that one call asks for. */
export const PAGE_LIMIT = 100;

/** Reads a list page after page. `key` is what the answer depends on; a change that names the route reads the list again. */
export function usePages<Item>(
  route: Route,
  key: unknown,
  readPage: (offset: number, signal: AbortSignal) => Promise<PageOf<Item>>,
  { enabled = true, every }: PagesTerms = {},
) {
  const query = useInfiniteQuery({
    queryKey: [route, 'pages', key],
    enabled,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => readPage(pageParam, signal),
    getNextPageParam: ({ total, items }, pages) => {
      const read = pages.reduce((sum, page) => sum + page.items.length, 0);
      return items.length > 0 && read < total ? read : undefined;
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : (every ?? false)),
  });
  return {
    items: query.data?.pages.flatMap(({ items }) => items) ?? [],
    total: query.data?.pages.at(-1)?.total,
    error: query.error,
    isLoading: query.isPending && enabled && !query.error,
    hasMore: query.hasNextPage,
    readMore: () => void (query.isFetchingNextPage || query.fetchNextPage()),
    retry: () => void query.refetch(),
  };
}
