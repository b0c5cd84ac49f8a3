/** The lines of a log that match filters. Their number is unknown until all are read, so the list grows while the person scrolls. */
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { foldLines, type LineRow } from './fold-lines.ts';
import { useLineWindow } from './line-window.ts';
import type { LogFilters } from './log-filters.ts';
import { LogLineView } from './log-line-view.tsx';
import { LogScroll } from './log-scroll.tsx';
import { logMessages } from './messages.ts';
import { useFoundLines } from './use-found-lines.ts';

type FilteredLogProps = { executionId: string; total: number; filters: LogFilters; find: string | undefined };

/** Further lines are read when fewer rows than this follow the visible ones. */
const ROWS_AHEAD = 60;
/** Pages that are read without a new visible row. Then a button reads on, because millions of equal lines may be folded into one row. */
const MAX_HIDDEN_PAGES = 20;

/** The list. It reads further lines while its end is near the visible rows. */
export function FilteredLog({ executionId, total, filters, find }: FilteredLogProps): ReactNode {
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
