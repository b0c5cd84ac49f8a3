/** Reads the lines of a log that are seen, in pages. */
import { useEffect, useRef } from 'react';
import { useQueries } from '@tanstack/react-query';
import type { Schema } from '@millrace/contract';
import { api, useRead } from '../../app/api.ts';

/** A line of a log. */
export type ShownLine = Schema<'LogEntry'>;

const LOGS = 'GET /monitoring/executions/{id}/logs';
/** Lines of a page: the most that the operation answers. */
const PAGE = 200;
const FRESH = 1000;
/** Pages that are not seen are forgotten after this time, so that a long log does not fill the memory. */
const KEPT = 20_000;

/** The number of lines of a log; undefined while it is unknown. */
export function useLineCount(id: string, isLive: boolean): number | undefined {
  const { data, refetch } = useRead(LOGS, { path: { id }, query: { count: 1 } }, { every: () => isLive && FRESH });
  const wasLive = useRef(isLive);
  useEffect(() => {
    // The last lines of a run may come between the last reading and its end.
    if (wasLive.current && !isLive) void refetch();
    wasLive.current = isLive;
  }, [isLive, refetch]);
  return data?.totalSize;
}

/** The lines from `first` up to `last`; undefined for one that is being read. */
export function useLogLines(id: string, first: number, last: number, total: number): (index: number) => ShownLine | undefined {
  const from = Math.floor(Math.max(first, 0) / PAGE);
  const to = Math.floor(Math.max(Math.min(last, total - 1), 0) / PAGE);
  const pages = total === 0 ? [] : Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const lines = useQueries({
    queries: pages.map((page) => {
      const known = Math.min(total - page * PAGE, PAGE);
      return {
        // A page that has grown is another one.
        queryKey: [LOGS, id, page, known],
        queryFn: async ({ signal }: { signal: AbortSignal }) =>
          (await api.call(LOGS, { path: { id }, query: { order: 'ASC' as const, startIndex: page * PAGE, count: known }, signal })).body
            .data,
        staleTime: Infinity,
        gcTime: KEPT,
      };
    }),
    combine: (results) => results.map(({ data }) => data),
  });
  return (index) => lines[Math.floor(index / PAGE) - from]?.[index % PAGE];
}
