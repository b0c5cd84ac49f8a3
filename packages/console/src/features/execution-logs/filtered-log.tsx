/** The lines of a log that meet filters. It is a list and no document: how many lines there are is known only when all are read. */
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

/** Rows before the end at which further lines are read. */
const AHEAD = 60;
/** Pages that are read without a new row in sight; then the person decides, because a fold may have millions of lines. */
const MOST_UNSEEN = 20;

/** The list. It reads on while its end is near. */
export function FilteredLog({ executionId, total, filters, find }: FilteredLogProps): ReactNode {
  const text = useText(logMessages);
  const { lines, error, isPending, hasNextPage, isFetching, fetchNextPage } = useFoundLines(executionId, filters, total);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const rows = useMemo(
    (): LineRow[] => (filters.fold ? foldLines(lines, opened) : lines.map((line) => ({ line }))),
    [lines, opened, filters.fold],
  );
  const view = useLineWindow(rows.length);
  const isNearEnd = view.top + view.seen + AHEAD >= rows.length;
  const unseen = useRef(0);
  const [waits, setWaits] = useState(false);
  useEffect(() => {
    if (!isNearEnd) unseen.current = 0;
    if (!isNearEnd || !hasNextPage || isFetching || error || waits) return;
    unseen.current += 1;
    if (unseen.current > MOST_UNSEEN) setWaits(true);
    else void fetchNextPage();
  }, [isNearEnd, hasNextPage, isFetching, error, waits, fetchNextPage]);
  function readOn(): void {
    unseen.current = 0;
    setWaits(false);
  }
  const toggle = (index: number): void =>
    setOpened((before) => new Set(before.has(index) ? [...before].filter((one) => one !== index) : [...before, index]));
  return (
    <>
      <p className="hint" role="status">
        {isPending || rows.length > 0 || hasNextPage
          ? text(hasNextPage || isPending ? 'foundSoFar' : 'found', { count: lines.length })
          : text('noneFound')}
      </p>
      {error && <ErrorNote error={error} onRetry={() => void fetchNextPage()} />}
      {waits && hasNextPage && (
        <p>
          <ActionButton onPress={readOn}>{text('readOn')}</ActionButton>
        </p>
      )}
      <LogScroll lines={view} total={rows.length}>
        {(place, height) => {
          const row = rows[place];
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
