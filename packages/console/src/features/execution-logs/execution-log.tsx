/** The log of a run: the whole log, or with filters a list of its matching lines. */
import { Suspense, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { storedText, storeText } from '../../app/browser-storage.ts';
import { lazyPart } from '../../ui/lazy-parts.ts';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { ErrorNote } from '../../ui/page-parts.tsx';
import { useFullWindow } from './full-window.ts';
import { useLineWindow } from './line-window.ts';
import { hasLogFilters, NO_LOG_FILTERS, type LogFilters } from './log-filters.ts';
import { LogLineView, LogScroll } from './log-line-view.tsx';
import { foldLines, knownMatches, type LineRow } from './log-text.ts';
import { LogTools, type LogView } from './log-tools.tsx';
import { logMessages } from './messages.ts';
import { useFoundLines, useLineCount, useLogLines, useSeverityCounts } from './read-log.ts';
import styles from './log.module.css';

type LogSearch = LogFilters & { line?: number | undefined; find?: string | undefined };

type ExecutionLogProps = {
  executionId: string;
  isLive: boolean;
  /** The number of the line that says why the run failed, from 0. A log that has ended opens there, unless the URL names a line or a filter. */
  failedLine: number | undefined;
  /** The line number in the URL, from 0. */
  line: number | undefined;
  /** The searched text in the URL. */
  find: string | undefined;
  /** The filters in the URL. With at least one, only the matching lines are listed. */
  filters: LogFilters;
  onNavigate: (search: LogSearch) => void;
};

/** Lines that stay visible above the line to which the log scrolls. */
const CONTEXT = 5;
/** Whether long lines wrap, in this browser. */
const WRAP_KEY = 'millrace.log-wrap';

/** The log, with its tools. It fills its place. Of a long log, only lines near the visible ones are read and drawn. */
export function ExecutionLog({ executionId, isLive, failedLine, line, find, filters, onNavigate }: ExecutionLogProps): ReactNode {
  const text = useText(logMessages);
  // A person who watches a run stays at its end when it fails.
  const [openedLine] = useState(isLive ? undefined : failedLine);
  const element = useRef<HTMLElement>(null);
  const lineCount = useLineCount(executionId, isLive);
  const counts = useSeverityCounts(executionId, isLive);
  const total = lineCount ?? 0;
  const isFiltered = hasLogFilters(filters);
  const [view, setView] = useState<LogView>(() => ({
    follows: isLive && line === undefined,
    isWrapped: storedText(WRAP_KEY) === 'yes',
    isFull: false,
    isFilterBarOpen: filters.from !== undefined || filters.to !== undefined || filters.fold !== undefined,
  }));
  const [resultsShown, setResultsShown] = useState(0);
  const change = useCallback((changed: Partial<LogView>) => {
    setView((before) => ({ ...before, ...changed }));
    if (changed.isWrapped !== undefined) storeText(WRAP_KEY, changed.isWrapped ? 'yes' : 'no');
  }, []);
  useFullWindow(
    element,
    view.isFull,
    useCallback(() => change({ isFull: false }), [change]),
  );
  const list = { executionId, total, line, find, resultsShown, isWrapped: view.isWrapped };
  return (
    <section ref={element} className={view.isFull ? `${styles['log']} ${styles['full']}` : styles['log']} aria-label={text('title')}>
      <LogTools
        executionId={executionId}
        total={total}
        isLive={isLive && !isFiltered}
        counts={counts}
        filters={filters}
        view={view}
        onView={change}
        find={find}
        line={line}
        onFilter={onNavigate}
        onFind={(words) => onNavigate({ find: words })}
        onFound={(found) => {
          change({ follows: false });
          setResultsShown(resultsShown + 1);
          onNavigate({ line: found });
        }}
      />
      {view.isFilterBarOpen && <LogFilterBar filters={filters} onChange={onNavigate} />}
      <p className="hint print-only">{text('printed')}</p>
      <div className={styles['body']}>
        {lineCount === 0 && <p className={`hint ${styles['empty']}`}>{text(isLive ? 'empty' : 'emptyEnded')}</p>}
        {isFiltered ? (
          <FilteredLog
            key={JSON.stringify(filters)}
            {...list}
            filters={filters}
            counts={counts}
            onWhole={() => onNavigate(NO_LOG_FILTERS)}
          />
        ) : (
          <WholeLog
            {...list}
            line={line ?? openedLine}
            isLive={isLive}
            follows={view.follows}
            onFollow={(follows) => change({ follows })}
          />
        )}
      </div>
    </section>
  );
}

type LogListProps = Pick<ExecutionLogProps, 'executionId' | 'line' | 'find'> & {
  total: number;
  /** The number of search results shown so far. A change scrolls to the line again, even if it is the same line. */
  resultsShown: number;
  isWrapped: boolean;
};

type WholeLogProps = LogListProps & { isLive: boolean; follows: boolean; onFollow: (follows: boolean) => void };

function WholeLog({ executionId, total, isLive, line, resultsShown, find, isWrapped, follows, onFollow }: WholeLogProps): ReactNode {
  const view = useLineWindow(total, isWrapped);
  const { top, visibleLines, isWhole, show } = view;
  const lineAt = useLogLines(executionId, Math.floor(top), Math.min(Math.ceil(top + visibleLines), total - 1), total);
  // The places of lines that are drawn as a whole depend on the heights of all of them.
  const isReady = !isWhole || Array.from({ length: total }, (_, index) => lineAt(index)).every((entry) => entry !== undefined);
  useEffect(() => {
    if (follows && isReady) show(total);
  }, [follows, isReady, total, show]);
  const shown = useRef('');
  useEffect(() => {
    const target = `${line} ${resultsShown}`;
    if (line === undefined || total === 0 || !isReady || shown.current === target) return;
    shown.current = target;
    show(line - CONTEXT);
  }, [line, resultsShown, total, isReady, show]);
  return (
    <LogScroll lines={view} total={total} isWrapped={isWrapped} onMove={(isToEnd) => onFollow(isToEnd && isLive)}>
      {(index) => <LogLineView key={index} index={index} line={lineAt(index)} isMarked={index === line} find={find} />}
    </LogScroll>
  );
}

type FilteredLogProps = LogListProps & { filters: LogFilters; counts: readonly Schema<'LogSeverityCount'>[]; onWhole: () => void };

/** Further lines are read when fewer rows than this follow the visible ones. */
const ROWS_AHEAD = 60;
/**
 * Pages that are read one after the other while the end of the list stays near. Then a button reads on, or the whole log is shown on the way to a hit,
 * because millions of equal lines may be folded into one row.
 */
const MAX_PAGES_IN_A_ROW = 20;

/** The lines of a log that match filters. Their number is unknown until all are read, so the list reads on while its end is near the visible rows. */
function FilteredLog({ executionId, total, filters, counts, line, resultsShown, find, isWrapped, onWhole }: FilteredLogProps): ReactNode {
  const text = useText(logMessages);
  const { lines, error, isPending, hasNextPage, isFetching, fetchNextPage } = useFoundLines(executionId, filters, total);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const rows = useMemo(
    (): LineRow[] => (filters.fold ? foldLines(lines, opened) : lines.map((entry) => ({ line: entry }))),
    [lines, opened, filters.fold],
  );
  const view = useLineWindow(rows.length, isWrapped);
  const { show } = view;
  // The list is also read on until it has the hit that the person steps to.
  const isSought = resultsShown > 0 && line !== undefined && (lines.at(-1)?.index ?? -1) < line;
  const isNearEnd = isSought || view.top + view.visibleLines + ROWS_AHEAD >= rows.length;
  const pagesInARow = useRef(0);
  const [isPaused, setIsPaused] = useState(false);
  useEffect(() => {
    if (!isNearEnd) pagesInARow.current = 0;
    if (!isNearEnd || !hasNextPage || isFetching || error || isPaused) return;
    pagesInARow.current += 1;
    if (pagesInARow.current > MAX_PAGES_IN_A_ROW) setIsPaused(true);
    else void fetchNextPage();
  }, [isNearEnd, hasNextPage, isFetching, error, isPaused, fetchNextPage]);
  // Reading the list up to a hit that is far away would take long; the whole log shows it at once.
  useEffect(() => {
    if (isSought && isPaused) onWhole();
  });
  const shown = useRef(0);
  useEffect(() => {
    if (resultsShown === shown.current || isSought || line === undefined) return;
    shown.current = resultsShown;
    show(rows.findLastIndex((row) => row.line.index <= line) - CONTEXT);
  }, [resultsShown, isSought, line, rows, show]);
  function readOn(): void {
    pagesInARow.current = 0;
    setIsPaused(false);
  }
  // While lines are read, the numbers by severity may tell how many there are.
  const known = lines.length > 0 ? (knownMatches(filters, counts) ?? 0) : 0;
  const isCounted = !(hasNextPage || isPending) || known > lines.length;
  const toggle = (index: number): void =>
    setOpened((before) => new Set(before.has(index) ? [...before].filter((other) => other !== index) : [...before, index]));
  return (
    <>
      <div className={styles['notes']}>
        <p className={`hint ${styles['found']}`} role="status">
          {isPending || rows.length > 0 || hasNextPage
            ? text(isCounted ? 'found' : 'foundSoFar', { count: hasNextPage || isPending ? Math.max(known, lines.length) : lines.length })
            : text('noneFound')}
          <button type="button" className={styles['link']} onClick={onWhole}>
            {text('wholeLog')}
          </button>
        </p>
        <ErrorNote error={error} onRetry={() => void fetchNextPage()} />
        {isPaused && hasNextPage && (
          <p>
            <ActionButton onPress={readOn}>{text('readOn')}</ActionButton>
          </p>
        )}
      </div>
      <LogScroll lines={view} total={rows.length} isWrapped={isWrapped}>
        {(index) => {
          const row = rows[index];
          return (
            row && (
              <LogLineView
                key={row.line.index}
                index={row.line.index}
                line={row.line}
                isMarked={row.line.index === line}
                isFound
                find={find}
              >
                {row.count !== undefined && (
                  <button type="button" className={styles['fold']} aria-expanded={row.isOpen} onClick={() => toggle(row.line.index)}>
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

/** The code of the field is large, so it is loaded only when a person opens the filters. */
const DateTimeField = lazyPart(async () => (await import('../../ui/date-time-field.tsx')).DateTimeField);

/** The fields of the filters of a log. */
function LogFilterBar({ filters, onChange }: { filters: LogFilters; onChange: (changed: LogFilters) => void }): ReactNode {
  const text = useText(logMessages);
  const timeOf = (at: string | undefined): number | undefined => (at === undefined ? undefined : Date.parse(at));
  const textOf = (time: number | undefined): string | undefined => (time === undefined ? undefined : new Date(time).toISOString());
  return (
    <div className={`filters ${styles['filters']}`}>
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
    </div>
  );
}
