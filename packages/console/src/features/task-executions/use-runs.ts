/** Reads runs from the history. */
import { useMemo } from 'react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Schema } from '@millrace/contract';
import { api, serverNow } from '../../app/api.ts';
import { toSearchBody, type RunFilters } from './run-filters.ts';
import { isLive } from './run-status.tsx';

/** A run in the history. */
export type Run = Schema<'HistoricExecution'>;

const SEARCH = 'POST /monitoring/observability/executions/search';
const PAGE = 100;
/** The most pages that are kept at once. A person goes on with older runs by a link, so that neither memory nor drawing grows without end. */
const PAGES = 50;
const FRESH = 3000;
const LIVE = 1500;

/**
 * The list of runs after a place: page after page, and its beginning again and again while the page is visible. `older` is the place after the last
 * page.
 */
export function useRuns(environmentId: string | undefined, filters: RunFilters, after: string | undefined) {
  const query = useInfiniteQuery({
    queryKey: [SEARCH, environmentId, filters, after],
    enabled: environmentId !== undefined,
    initialPageParam: after,
    queryFn: async ({ pageParam, signal }) => {
      const body = { ...toSearchBody(environmentId ?? '', filters, serverNow()), limit: PAGE, cursor: pageParam };
      return (await api.call(SEARCH, { body, signal })).body;
    },
    getNextPageParam: ({ nextCursor }, pages) => (pages.length < PAGES ? nextCursor : undefined),
    // Other runs than those that the person has asked for would be the wrong ones.
    placeholderData: after === undefined ? keepPreviousData : undefined,
    // A person that has scrolled far reads, and does not wait for new runs.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : FRESH),
  });
  const { pages } = query.data ?? {};
  // A run that ends while the list is read may be on two pages.
  const runs = useMemo(() => [...new Map(pages?.flatMap(({ items }) => items).map((run) => [run.id, run])).values()], [pages]);
  return { ...query, runs, older: pages?.length === PAGES ? pages.at(-1)?.nextCursor : undefined };
}

const RECENT = 200;
const GLANCE = 5000;

/** The newest runs that fit, at most 200: for pages that show a glance of them. */
export const useRecentRuns = (environmentId: string, filters: RunFilters) =>
  useQuery({
    queryKey: [SEARCH, environmentId, 'recent', filters],
    queryFn: async ({ signal }) => {
      const body = { ...toSearchBody(environmentId, filters, serverNow()), limit: RECENT };
      return (await api.call(SEARCH, { body, signal })).body.items;
    },
    refetchInterval: GLANCE,
  });

/**
 * One run in the history, with the names of what it belongs to; undefined while it is unknown, null if the history does not have it. It is read again
 * while the run is live, and until the history has its end.
 */
export const useHistoricRun = (environmentId: string | undefined, executionId: string, live: boolean) =>
  useQuery({
    queryKey: [SEARCH, environmentId, 'one', executionId],
    enabled: environmentId !== undefined,
    queryFn: async ({ signal }): Promise<Run | null> => {
      const filters = [{ field: 'id' as const, operator: 'in' as const, value: [executionId] }];
      const body = { environmentId: environmentId ?? '', category: 'ETL' as const, exclude: 'PLAN_EXECUTIONS' as const, filters, limit: 1 };
      return (await api.call(SEARCH, { body, signal })).body.items[0] ?? null;
    },
    refetchInterval: ({ state: { data } }) => (live || (data != null && isLive(data.status))) && LIVE,
  });
