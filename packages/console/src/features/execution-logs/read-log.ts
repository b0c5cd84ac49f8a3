/** Reads a log: the number of its lines, also by severity, the visible lines, and the lines that contain a text or match filters. */
import { useEffect, useMemo, useRef } from 'react';
import { useInfiniteQuery, useMutation, useQueries, useQuery } from '@tanstack/react-query';
import type { Schema } from '@millrace/contract';
import { api, useRead } from '../../app/api.ts';
import { toLogQuery, type LogFilters } from './log-filters.ts';
import type { NumberedEntry } from './log-text.ts';

const LOGS = 'GET /monitoring/executions/{id}/logs';
const SEARCH = 'GET /monitoring/executions/{id}/logs/search';
/** Lines of a page: the maximum of the operations. */
const PAGE_SIZE = 200;
/** Milliseconds between reads of the number of lines of a live log, and of its counts and hits. */
const [LINES_INTERVAL, LIVE_INTERVAL] = [1000, 5000];
/** Milliseconds for which lines stay cached after they were scrolled away, or their list was closed, so that a long log does not fill the memory. */
const CACHE_MILLISECONDS = 20_000;

/** Reads once more when a run ends: its last lines may be written between the last read and its end. */
function useReadAtEnd(isLive: boolean, refetch: () => unknown): void {
  const wasLive = useRef(isLive);
  useEffect(() => {
    if (wasLive.current && !isLive) void refetch();
    wasLive.current = isLive;
  }, [isLive, refetch]);
}

/** The number of lines of a log; undefined while it is unknown. */
export function useLineCount(id: string, isLive: boolean): number | undefined {
  const { data, refetch } = useRead(LOGS, { path: { id }, query: { count: 1 } }, { every: () => isLive && LINES_INTERVAL });
  useReadAtEnd(isLive, refetch);
  return data?.totalSize;
}

/** Reads the lines from `first` to `last` in pages, and returns the function that gives a line by its index; undefined for a line that is being read. */
export function useLogLines(id: string, first: number, last: number, total: number): (index: number) => Schema<'LogEntry'> | undefined {
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
          (await api.call(LOGS, { path: { id }, query: { order: 'ASC' as const, startIndex: page * PAGE_SIZE, count }, signal })).body.data,
        staleTime: Infinity,
        gcTime: CACHE_MILLISECONDS,
      };
    }),
    combine: (results) => results.map(({ data }) => data),
  });
  return (index) => lines[Math.floor(index / PAGE_SIZE) - from]?.[index % PAGE_SIZE];
}

/** The number of lines of each severity; empty while it is unknown. */
export function useSeverityCounts(id: string, isLive: boolean): readonly Schema<'LogSeverityCount'>[] {
  const { data, refetch } = useRead(
    'GET /monitoring/executions/{id}/logs/counts',
    { path: { id } },
    { every: () => isLive && LIVE_INTERVAL },
  );
  useReadAtEnd(isLive, refetch);
  return data?.severities ?? [];
}

/** More hits are not counted: their number is shown with a plus. */
const MAX_HITS = 1000;

/** The numbers of the lines that contain a text, and whether there may be more. */
type Hits = { lines: readonly number[]; isCapped: boolean };

/** Finds the lines with a text among those that match the filters; undefined while they are unknown. */
export function useHits(id: string, words: string | undefined, filters: LogFilters, isLive: boolean): Hits | undefined {
  const wanted = { ...toLogQuery(filters), text: words ?? '' };
  const { data } = useQuery({
    queryKey: [SEARCH, id, 'hits', wanted],
    enabled: words !== undefined,
    queryFn: async ({ signal }): Promise<Hits> => {
      const lines: number[] = [];
      let next: number | undefined = 0;
      while (next !== undefined && lines.length < MAX_HITS) {
        const { body }: { body: Schema<'LogMatches'> } = await api.call(SEARCH, {
          path: { id },
          query: { ...wanted, startIndex: next, count: PAGE_SIZE },
          signal,
        });
        lines.push(...body.data.map(({ index }) => index));
        next = body.nextIndex;
      }
      return { lines, isCapped: next !== undefined };
    },
    staleTime: isLive ? 0 : Infinity,
    refetchInterval: isLive && LIVE_INTERVAL,
  });
  return words === undefined ? undefined : data;
}

/** A step to the next line with the text, or back to the one before. The first step forward with a new text leads to its first line. */
type Step = { text: string; isNew: boolean; isBack: boolean };

/**
 * Finds the next line with a text, among those that match the filters; `onFound` gets its number. After the last one comes the first one. One call
 * searches only a part of a long log, so it is repeated until the end of the log. The steps start at `line`. A step during another one waits for it,
 * and starts at the line that it found.
 */
export function useHitStep(id: string, filters: LogFilters, line: number | undefined, onFound: (line: number) => void) {
  const last = useRef(line);
  useEffect(() => {
    last.current = line;
  }, [line]);
  return useMutation({
    scope: { id: `step ${id}` },
    mutationFn: async ({ text, isNew, isBack }: Step): Promise<number | null> => {
      const order = isBack ? ('DESC' as const) : ('ASC' as const);
      const from = isBack ? (last.current ?? 0) - 1 : isNew ? 0 : (last.current ?? -1) + 1;
      // A step back from the first line leads to the last one.
      const starts = from < 0 ? [undefined] : [from, undefined];
      for (const start of starts) {
        let next = start;
        do {
          const query = { ...toLogQuery(filters), text, order, count: 1, ...(next !== undefined && { startIndex: next }) };
          const { body }: { body: Schema<'LogMatches'> } = await api.call(SEARCH, { path: { id }, query });
          const [found] = body.data;
          if (found) return (last.current = found.index);
          next = body.nextIndex;
        } while (next !== undefined);
      }
      return null;
    },
    onSuccess: (found) => found !== null && onFound(found),
  });
}

/**
 * Reads the lines of a log that match filters, page by page: the lines that were read, and the function that reads the next ones. If the log grows,
 * reading continues at its former end.
 */
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
  const lines = useMemo((): NumberedEntry[] => pages?.flatMap((page) => page.lines) ?? [], [pages]);
  return { ...query, lines };
}
