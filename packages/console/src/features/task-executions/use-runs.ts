/** Reads runs from the history. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Schema } from '@millrace/contract';
import { api, serverNow } from '../../app/api.ts';
import { toSearchBody, type RunFilters } from './run-filters.ts';

/** A run in the history. */
export type Run = Schema<'HistoricExecution'>;

const SEARCH = 'POST /monitoring/observability/executions/search';
const PAGE = 100;
/** The operation answers the first 20 pages only. */
const PAGES = 20;
const FRESH = 3000;

/** The list of runs: page after page, and its beginning again and again while the page is visible. */
export function useRuns(environmentId: string | undefined, filters: RunFilters) {
  const query = useInfiniteQuery({
    queryKey: [SEARCH, environmentId, filters],
    enabled: environmentId !== undefined,
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const body = { ...toSearchBody(environmentId ?? '', filters, serverNow()), limit: PAGE, offset: pageParam * PAGE };
      return (await api.call(SEARCH, { body, signal })).body;
    },
    getNextPageParam: ({ nextPageExists }, pages) => (nextPageExists && pages.length < PAGES ? pages.length : undefined),
    placeholderData: keepPreviousData,
    // A person that has scrolled far reads, and does not wait for new runs.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : FRESH),
  });
  // A run that begins moves the others to the next page.
  const runs = new Map(query.data?.pages.flatMap(({ items }) => items).map((run) => [run.id, run]));
  return { ...query, runs: [...runs.values()] };
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

/** One run in the history, with the names of what it belongs to; undefined while it is unknown, or if the history does not have it. */
export const useHistoricRun = (environmentId: string | undefined, executionId: string, every: number | false) =>
  useQuery({
    queryKey: [SEARCH, environmentId, 'one', executionId],
    enabled: environmentId !== undefined,
    queryFn: async ({ signal }): Promise<Run | null> => {
      const filters = [{ field: 'id' as const, operator: 'in' as const, value: [executionId] }];
      const body = { environmentId: environmentId ?? '', category: 'ETL' as const, exclude: 'PLAN_EXECUTIONS' as const, filters, limit: 1 };
      return (await api.call(SEARCH, { body, signal })).body.items[0] ?? null;
    },
    refetchInterval: every,
  });
