/** The lines of a log: how a line is drawn, the area in which the lines scroll, and how the visible ones are read. */
import { memo, useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { api, useRead } from '../../app/api.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { timeText, useZone } from '../../ui/time-text.tsx';
import type { LineWindow } from './line-window.ts';
import { NO_LOG_FILTERS } from './log-filters.ts';
import { ansiParts } from './log-text.ts';
import { logMessages } from './messages.ts';
import styles from './log.module.css';

type LogLineViewProps = {
  index: number;
  /** Undefined while it is being read. */
  line: ShownLine | undefined;
  /** The URL has the number of this line, or the run failed at it. */
  isMarked: boolean;
  /** The line is part of a filtered list; its link leads to the line in the whole log. */
  isFound?: boolean;
  find: string | undefined;
  /** Content in front of the text. */
  children?: ReactNode;
};

/** The line: its number as a link, its time, its severity and its text. */
export const LogLineView = memo(function LogLineView({
  index,
  line,
  isMarked,
  isFound = false,
  find,
  children,
}: LogLineViewProps): ReactNode {
  const text = useText(logMessages);
  const language = useLanguage();
  const zone = useZone();
  const label = text(isFound ? 'contextLink' : 'lineLink', { line: String(index + 1) });
  return (
    <div className={styles['line']} data-line={index} data-severity={line?.severity} data-marked={isMarked || undefined}>
      <Link
        to="."
        search={(search) => ({ ...search, ...(isFound && NO_LOG_FILTERS), line: index })}
        // From the line in the whole log, the person can go back to the filtered list.
        replace={!isFound}
        resetScroll={false}
        tabIndex={-1}
        className={styles['number']}
        aria-label={label}
        title={label}
      >
        {index + 1}
      </Link>
      <span className={styles['time']}>{line && timeText(line.logTimestamp, 'exact', language, zone)}</span>
      <span className={styles['severity']}>{line?.severity}</span>
      {children}
      <span className={styles['text']}>
        {line &&
          ansiParts(line.logMessage).map(({ text: part, style }, partIndex) => (
            <span key={partIndex} className={style === '' ? undefined : classesOf(style)}>
              {find ? marked(part, find) : part}
            </span>
          ))}
      </span>
    </div>
  );
});

const classesOf = (style: string): string =>
  style
    .split(' ')
    .map((name) => styles[name] ?? '')
    .join(' ');

/** Marks the occurrences of the searched text. */
function marked(text: string, find: string): ReactNode {
  const parts = text.toLowerCase().split(find.toLowerCase());
  if (parts.length === 1) return text;
  let from = 0;
  return parts.map(({ length }, index) => {
    const [before, found] = [text.slice(from, from + length), text.slice(from + length, from + length + find.length)];
    from += length + find.length;
    return (
      <span key={index}>
        {before}
        {index < parts.length - 1 && <mark>{found}</mark>}
      </span>
    );
  });
}

type LogScrollProps = {
  lines: LineWindow;
  total: number;
  isWrapped: boolean;
  /** Draws the line at an index of the list. */
  children: (index: number) => ReactNode;
  /** Called when the person scrolls by a key, or upwards by the wheel. */
  onMove?: (isToEnd: boolean) => void;
};

/** The area in which the lines of a log scroll, by mouse and by keyboard. Only visible lines are drawn. */
export function LogScroll({ lines, total, isWrapped, children, onMove }: LogScrollProps): ReactNode {
  const { scroller, drawn, isWhole, height, offset, top, visibleLines, show } = lines;
  const text = useText(logMessages);
  const [first, last] = [Math.floor(top), Math.min(Math.ceil(top + visibleLines), total - 1)];
  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== scroller.current || event.altKey || event.ctrlKey || event.metaKey) return;
    // The browser scrolls what is drawn as a whole.
    if (isWhole) return onMove?.(event.key === 'End');
    const page = Math.max(Math.floor(visibleLines) - 1, 1);
    const targets: Record<string, number> = {
      ArrowDown: top + 1,
      ArrowUp: top - 1,
      PageDown: top + page,
      PageUp: top - page,
      Home: 0,
      End: total,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    onMove?.(event.key === 'End');
    show(target);
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it scrolls by keys
    <div
      className={isWrapped ? `${styles['scroll']} ${styles['wraps']}` : styles['scroll']}
      data-log
      ref={scroller}
      tabIndex={0}
      role="region"
      aria-label={text('logLines')}
      onKeyDown={onKeyDown}
      onWheel={({ deltaY }) => deltaY < 0 && onMove?.(false)}
    >
      <div className={styles['height']} style={isWhole ? {} : { blockSize: height }}>
        <div className={styles['lines']} ref={drawn} style={isWrapped ? {} : { transform: `translateY(${offset}px)` }}>
          {Array.from({ length: Math.max(last - first + 1, 0) }, (_, place) => children(first + place))}
        </div>
      </div>
    </div>
  );
}

/** A line of a log. */
type ShownLine = Schema<'LogEntry'>;

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

/** Reads the lines from `first` to `last` in pages, and returns the function that gives a line by its index; undefined for a line that is being read. */
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
