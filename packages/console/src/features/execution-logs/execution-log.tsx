/** The log of a run: the whole log, or with filters a list of its matching lines. */
import { lazy, Suspense, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { ErrorNote } from '../../ui/page-parts.tsx';
import { useLineWindow } from './line-window.ts';
import { hasLogFilters, MIN_SEVERITIES, NO_LOG_FILTERS, toLogQuery, type LogFilters } from './log-filters.ts';
import { LogLineView, LogScroll, useLineCount, useLogLines } from './log-line-view.tsx';
import { foldLines, type LineRow } from './log-text.ts';
import { LogTools } from './log-tools.tsx';
import { logMessages } from './messages.ts';
import './log.css';

type ExecutionLogProps = {
  executionId: string;
  isLive: boolean;
  /** The line number in the URL, from 0. */
  line: number | undefined;
  /** The searched text in the URL. */
  find: string | undefined;
  /** The filters in the URL. With at least one, only the matching lines are listed. */
  filters: LogFilters;
  onNavigate: (search: LogFilters & { line?: number | undefined; find?: string | undefined }) => void;
};

/** Lines that stay visible above the line to which the log scrolls. */
const CONTEXT = 5;

/** The log, with its tools. Only the visible lines are read and drawn. */
export function ExecutionLog({ executionId, isLive, line, find, filters, onNavigate }: ExecutionLogProps): ReactNode {
  const text = useText(logMessages);
  const lineCount = useLineCount(executionId, isLive);
  const total = lineCount ?? 0;
  const isFiltered = hasLogFilters(filters);
  const [isFilterBarOpen, setIsFilterBarOpen] = useState(isFiltered);
  const [follows, setFollows] = useState(isLive && line === undefined);
  const [resultsShown, setResultsShown] = useState(0);
  return (
    <section className="card log" aria-label={text('title')}>
      <LogTools
        executionId={executionId}
        total={total}
        isLive={isLive && !isFiltered}
        follows={follows}
        onFollow={setFollows}
        find={find}
        from={(line ?? -1) + 1}
        onFind={(words) => onNavigate({ find: words })}
        onFound={(found) => {
          setFollows(false);
          setResultsShown(resultsShown + 1);
          onNavigate({ line: found, ...NO_LOG_FILTERS });
        }}
        hasFilters={isFilterBarOpen}
        onFilters={() => setIsFilterBarOpen(!isFilterBarOpen)}
      />
      {isFilterBarOpen && <LogFilterBar filters={filters} onChange={onNavigate} />}
      {lineCount === 0 && <p className="hint">{text(isLive ? 'empty' : 'emptyEnded')}</p>}
      <p className="hint print-only">{text('printed')}</p>
      {isFiltered ? (
        <FilteredLog key={JSON.stringify(filters)} executionId={executionId} total={total} filters={filters} find={find} />
      ) : (
        <WholeLog
          executionId={executionId}
          total={total}
          isLive={isLive}
          line={line}
          resultsShown={resultsShown}
          find={find}
          follows={follows}
          onFollow={setFollows}
        />
      )}
    </section>
  );
}

type WholeLogProps = Pick<ExecutionLogProps, 'executionId' | 'isLive' | 'line' | 'find'> & {
  total: number;
  /** The number of search results shown so far. A change scrolls to the line again, even if it is the same line. */
  resultsShown: number;
  follows: boolean;
  onFollow: (follows: boolean) => void;
};

function WholeLog({ executionId, total, isLive, line, resultsShown, find, follows, onFollow }: WholeLogProps): ReactNode {
  const view = useLineWindow(total);
  const { top, visibleLines, show } = view;
  const lineAt = useLogLines(executionId, Math.floor(top), Math.min(Math.ceil(top + visibleLines), total - 1), total);
  useEffect(() => {
    if (follows) show(total);
  }, [follows, total, show]);
  const shown = useRef('');
  useEffect(() => {
    const target = `${line} ${resultsShown}`;
    if (line === undefined || total === 0 || shown.current === target) return;
    shown.current = target;
    show(line - CONTEXT);
  }, [line, resultsShown, total, show]);
  return (
    <LogScroll lines={view} total={total} onMove={(isToEnd) => onFollow(isToEnd && isLive)}>
      {(index, height) => (
        <LogLineView key={index} index={index} line={lineAt(index)} height={height} isMarked={index === line} find={find} />
      )}
    </LogScroll>
  );
}

type FilteredLogProps = { executionId: string; total: number; filters: LogFilters; find: string | undefined };

/** Further lines are read when fewer rows than this follow the visible ones. */
const ROWS_AHEAD = 60;
/** Pages that are read without a new visible row. Then a button reads on, because millions of equal lines may be folded into one row. */
const MAX_HIDDEN_PAGES = 20;

/** The lines of a log that match filters. Their number is unknown until all are read, so the list reads on while its end is near the visible rows. */
function FilteredLog({ executionId, total, filters, find }: FilteredLogProps): ReactNode {
  const text = useText(logMessages);
  const { lines, error, isPending, hasNextPage, isFetching, fetchNextPage } = useFoundLines(executionId, filters, total);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const rows = useMemo(
    (): LineRow[] => (filters.fold ? foldLines(lines, opened) : lines.map((line) => ({ line }))),
    [lines, opened, filters.fold],
  );
  const view = useLineWindow(rows.length);
  const isNearEnd = view.top + view.visibleLines + ROWS_AHEAD >= rows.length;
  const hiddenPages = useRef(0);
  const [isPaused, setIsPaused] = useState(false);
  useEffect(() => {
    if (!isNearEnd) hiddenPages.current = 0;
    if (!isNearEnd || !hasNextPage || isFetching || error || isPaused) return;
    hiddenPages.current += 1;
    if (hiddenPages.current > MAX_HIDDEN_PAGES) setIsPaused(true);
    else void fetchNextPage();
  }, [isNearEnd, hasNextPage, isFetching, error, isPaused, fetchNextPage]);
  function readOn(): void {
    hiddenPages.current = 0;
    setIsPaused(false);
  }
  const toggle = (index: number): void =>
    setOpened((before) => new Set(before.has(index) ? [...before].filter((other) => other !== index) : [...before, index]));
  return (
    <>
      <p className="hint" role="status">
        {isPending || rows.length > 0 || hasNextPage
          ? text(hasNextPage || isPending ? 'foundSoFar' : 'found', { count: lines.length })
          : text('noneFound')}
      </p>
      <ErrorNote error={error} onRetry={() => void fetchNextPage()} />
      {isPaused && hasNextPage && (
        <p>
          <ActionButton onPress={readOn}>{text('readOn')}</ActionButton>
        </p>
      )}
      <LogScroll lines={view} total={rows.length}>
        {(index, height) => {
          const row = rows[index];
          return (
            row && (
              <LogLineView key={row.line.index} index={row.line.index} line={row.line} height={height} isMarked={false} isFound find={find}>
                {row.count !== undefined && (
                  <button type="button" className="log-fold" aria-expanded={row.isOpen} onClick={() => toggle(row.line.index)}>
                    {text('times', { count: row.count })}
                  </button>
                )}
              </LogLineView>
            )
          );
        }}
      </LogScroll>
    </>
  );
}

const SEARCH = 'GET /monitoring/executions/{id}/logs/search';
const PAGE_SIZE = 200;
/** Milliseconds for which pages stay cached after the list was closed. */
const CACHE_MILLISECONDS = 20_000;

/**
 * Reads the lines of a log that match filters, page by page: the lines that were read, and the function that reads the next ones. If the log grows,
 * reading continues at its former end.
 */
function useFoundLines(id: string, { severity, from, to }: LogFilters, total: number) {
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

/** The code of the field is large, so it is loaded only when a person opens the filters. */
const DateTimeField = lazy(async () => ({ default: (await import('../../ui/date-time-field.tsx')).DateTimeField }));

const ANY = 'any';

/** The fields of the filters of a log. */
function LogFilterBar({ filters, onChange }: { filters: LogFilters; onChange: (changed: LogFilters) => void }): ReactNode {
  const text = useText(logMessages);
  const timeOf = (at: string | undefined): number | undefined => (at === undefined ? undefined : Date.parse(at));
  const textOf = (time: number | undefined): string | undefined => (time === undefined ? undefined : new Date(time).toISOString());
  return (
    <div className="filters log-filters">
      <ChoiceField
        label={text('severity')}
        value={filters.severity ?? ANY}
        options={[{ id: ANY, name: text('any') }, ...MIN_SEVERITIES.map((id) => ({ id, name: text(id) }))]}
        onChange={(chosen) => onChange({ severity: MIN_SEVERITIES.find((known) => known === chosen) })}
      />
      <Suspense>
        <DateTimeField
          label={text('from')}
          granularity="second"
          value={timeOf(filters.from)}
          onChange={(time) => onChange({ from: textOf(time) })}
        />
        <DateTimeField
          label={text('to')}
          granularity="second"
          value={timeOf(filters.to)}
          onChange={(time) => onChange({ to: textOf(time) })}
        />
      </Suspense>
      <CheckField isSelected={filters.fold === 'yes'} onChange={(isOn) => onChange({ fold: isOn ? 'yes' : undefined })}>
        {text('fold')}
      </CheckField>
      {hasLogFilters(filters) && <ActionButton onPress={() => onChange(NO_LOG_FILTERS)}>{text('wholeLog')}</ActionButton>}
    </div>
  );
}
