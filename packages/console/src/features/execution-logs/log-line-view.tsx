/** The lines of a log: how a line is drawn, and the area in which the lines scroll. */
import { memo, type KeyboardEvent, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
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
  line: Schema<'LogEntry'> | undefined;
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
            <span key={partIndex} className={style === '' ? undefined : cssClassesOf(style)}>
              {find ? marked(part, find) : part}
            </span>
          ))}
      </span>
    </div>
  );
});

/** The classes of this stylesheet for the names of a style. */
const cssClassesOf = (style: string): string =>
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
