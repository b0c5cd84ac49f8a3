/** Reads the lines of a log that match filters, page by page. */
import { useMemo } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../app/api.ts';
import { toLogQuery, type LogFilters } from './log-filters.ts';

const SEARCH = 'GET /monitoring/executions/{id}/logs/search';
const PAGE_SIZE = 200;
/** Milliseconds for which pages stay cached after the list was closed. */
const CACHE_MILLISECONDS = 20_000;

/** The lines that were read, and the function that reads the next ones. If the log grows, reading continues at its former end. */
export function useFoundLines(id: string, { severity, from, to }: LogFilters, total: number) {
  const query = useInfiniteQuery({
    queryKey: [SEARCH, id, severity, from, to],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const parameters = { ...toLogQuery({ severity, from, to }), startIndex: pageParam, count: PAGE_SIZE };
      const { body } = await api.call(SEARCH, { path: { id }, query: parameters, signal });
      // The answer may already contain lines that were written during the call, so the log has at least this many lines.
      const end = Math.max(total, pageParam, (body.data.at(-1)?.index ?? -1) + 1);
      return { lines: body.data, next: body.nextIndex, end };
    },
    getNextPageParam: ({ next, end }) => next ?? (total > end ? end : undefined),
    staleTime: Infinity,
    gcTime: CACHE_MILLISECONDS,
  });
  const { pages } = query.data ?? {};
  const lines = useMemo(() => pages?.flatMap((page) => page.lines) ?? [], [pages]);
  return { ...query, lines };
}
