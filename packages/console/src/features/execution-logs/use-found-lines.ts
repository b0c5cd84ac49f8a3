/** Reads the lines of a log that meet filters, page after page. */
import { useMemo } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../app/api.ts';
import { toLogQuery, type LogFilters } from './log-filters.ts';

const SEARCH = 'GET /monitoring/executions/{id}/logs/search';
const PAGE = 200;
/** Pages that are not seen are forgotten after this time. */
const KEPT = 20_000;

/** The lines that were read, and the next ones. A log that grows is read on from the end that was known. */
export function useFoundLines(id: string, { severity, from, to }: LogFilters, total: number) {
  const query = useInfiniteQuery({
    queryKey: [SEARCH, id, severity, from, to],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const wanted = { ...toLogQuery({ severity, from, to }), startIndex: pageParam, count: PAGE };
      const { body } = await api.call(SEARCH, { path: { id }, query: wanted, signal });
      // Lines that came during the call may be searched already.
      const end = Math.max(total, pageParam, (body.data.at(-1)?.index ?? -1) + 1);
      return { lines: body.data, next: body.nextIndex, end };
    },
    getNextPageParam: ({ next, end }) => next ?? (total > end ? end : undefined),
    staleTime: Infinity,
    gcTime: KEPT,
  });
  const { pages } = query.data ?? {};
  const lines = useMemo(() => pages?.flatMap((page) => page.lines) ?? [], [pages]);
  return { ...query, lines };
}
