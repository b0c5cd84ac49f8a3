/** Reads runs from the history. */
import { useMemo } from 'react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Schema } from '@millrace/contract';
import { api, serverNow } from '../../app/api.ts';
import { LIST_KEPT, useShownResult, type ReadList } from '../../app/lists.ts';
import { readAllPages } from '../../app/list-pages.ts';
import { toSearchBody, type RunFilters } from './run-filters.ts';
import { isLive } from './run-status.tsx';

/** A run in the history. */
export type Run = Schema<'HistoricExecution'>;

const SEARCH = 'POST /monitoring/observability/executions/search';
/** The number of runs in a page of the list. */
const PAGE_SIZE = 100;
/** The largest page that the API allows. */
const MAX_PAGE_SIZE = 200;
/** The largest number of pages in a list. A link then leads to older runs, so that memory and drawing time stay limited. */
const MAX_PAGES = 50;
const REFRESH_INTERVAL = 3000;
const LIVE_REFRESH_INTERVAL = 1500;

/**
 * The list of runs after a cursor, page by page. As long as only its first page is read, it is refreshed. `older` is the cursor of the runs after the
 * last page of a full list.
 */
export function useRuns(
  environmentId: string | undefined,
  filters: RunFilters,
  after: string | undefined,
): ReadList<Run> & { older: string | undefined } {
  const queryKey = [SEARCH, environmentId, filters, after];
  const query = useInfiniteQuery({
    queryKey,
    gcTime: LIST_KEPT,
    enabled: environmentId !== undefined,
    initialPageParam: after,
    queryFn: async ({ pageParam, signal }) => {
      const body = { ...toSearchBody(environmentId ?? '', filters, serverNow()), limit: PAGE_SIZE, cursor: pageParam };
      return (await api.call(SEARCH, { body, signal })).body;
    },
    getNextPageParam: ({ nextCursor }, pages) => (pages.length < MAX_PAGES ? nextCursor : undefined),
    // On a list of older runs, the previous list is not shown while the new one is read: its runs would look like older ones.
    placeholderData: after === undefined ? keepPreviousData : undefined,
    // After the first page was scrolled through, the list is not refreshed: new runs would move the rows that the person reads.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : REFRESH_INTERVAL),
  });
  const { pages } = query.data ?? {};
  // A run that ends between the reads of two pages may be on both.
  const rows = useMemo(() => [...new Map(pages?.flatMap(({ items }) => items).map((run) => [run.id, run])).values()], [pages]);
  return {
    rows,
    error: query.error,
    isPending: query.isPending,
    hasMore: query.hasNextPage,
    result: useShownResult(queryKey, query.isPlaceholderData),
    onEnd: () => void (query.isFetchingNextPage || query.fetchNextPage()),
    refetch: () => void query.refetch(),
    readAll: (most) =>
      readAllPages<Run, { cursor?: string }>({}, most, async ({ cursor }) => {
        const body = { ...toSearchBody(environmentId ?? '', filters, serverNow()), limit: MAX_PAGE_SIZE, cursor };
        const { items, nextCursor } = (await api.call(SEARCH, { body })).body;
        return { rows: items, next: nextCursor === undefined ? undefined : { cursor: nextCursor } };
      }),
    older: pages?.length === MAX_PAGES ? pages.at(-1)?.nextCursor : undefined,
  };
}

const RECENT_REFRESH_INTERVAL = 5000;

/** The newest runs that match the filters, at most 200: for pages that show a short overview. */
export const useRecentRuns = (environmentId: string, filters: RunFilters) =>
  useQuery({
    queryKey: [SEARCH, environmentId, 'recent', filters],
    queryFn: async ({ signal }) => {
      const body = { ...toSearchBody(environmentId, filters, serverNow()), limit: MAX_PAGE_SIZE };
      return (await api.call(SEARCH, { body, signal })).body.items;
    },
    refetchInterval: RECENT_REFRESH_INTERVAL,
  });

/**
 * One run of the history, with the names of its task, workspace and the like; undefined while it is unknown, null if the history does not contain it.
 * It is read again while the run is live, and until the history has its end.
 */
export const useHistoricRun = (environmentId: string | undefined, executionId: string, isRunLive: boolean) =>
  useQuery({
    queryKey: [SEARCH, environmentId, 'one', executionId],
    enabled: environmentId !== undefined,
    queryFn: async ({ signal }): Promise<Run | null> => {
      const filters = [{ field: 'id' as const, operator: 'in' as const, value: [executionId] }];
      const body = { environmentId: environmentId ?? '', category: 'ETL' as const, exclude: 'PLAN_EXECUTIONS' as const, filters, limit: 1 };
      return (await api.call(SEARCH, { body, signal })).body.items[0] ?? null;
    },
    refetchInterval: ({ state: { data } }) => (isRunLive || (data != null && isLive(data.status))) && LIVE_REFRESH_INTERVAL,
  });
