/** Reads the visible lines of a log, in pages. */
import { useEffect, useRef } from 'react';
import { useQueries } from '@tanstack/react-query';
import type { Schema } from '@millrace/contract';
import { api, useRead } from '../../app/api.ts';

/** A line of a log. */
export type ShownLine = Schema<'LogEntry'>;

const LOGS = 'GET /monitoring/executions/{id}/logs';
/** Lines of a page: the maximum of the operation. */
const PAGE_SIZE = 200;
const REFRESH_INTERVAL = 1000;
/** Milliseconds for which a page stays cached after it was scrolled away, so that a long log does not fill the memory. */
const CACHE_MILLISECONDS = 20_000;

/** The number of lines of a log; undefined while it is unknown. */
export function useLineCount(id: string, isLive: boolean): number | undefined {
  const { data, refetch } = useRead(LOGS, { path: { id }, query: { count: 1 } }, { every: () => isLive && REFRESH_INTERVAL });
  const wasLive = useRef(isLive);
  useEffect(() => {
    // The last lines of a run may be written between the last read and the end of the run.
    if (wasLive.current && !isLive) void refetch();
    wasLive.current = isLive;
  }, [isLive, refetch]);
  return data?.totalSize;
}

/** Returns the function that gives a line by its index, for the lines from `first` to `last`; undefined for a line that is being read. */
export function useLogLines(id: string, first: number, last: number, total: number): (index: number) => ShownLine | undefined {
  const from = Math.floor(Math.max(first, 0) / PAGE_SIZE);
  const to = Math.floor(Math.max(Math.min(last, total - 1), 0) / PAGE_SIZE);
  const pages = total === 0 ? [] : Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const lines = useQueries({
    queries: pages.map((page) => {
      const count = Math.min(total - page * PAGE_SIZE, PAGE_SIZE);
      return {
        // The number of lines is part of the key, so that a page that has grown is read again.
        queryKey: [LOGS, id, page, count],
        queryFn: async ({ signal }: { signal: AbortSignal }) =>
          (await api.call(LOGS, { path: { id }, query: { order: 'ASC' as const, startIndex: page * PAGE_SIZE, count: count }, signal }))
            .body.data,
        staleTime: Infinity,
        gcTime: CACHE_MILLISECONDS,
      };
    }),
    combine: (results) => results.map(({ data }) => data),
  });
  return (index) => lines[Math.floor(index / PAGE_SIZE) - from]?.[index % PAGE_SIZE];
}
