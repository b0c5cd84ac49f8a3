/** The log of a run, as one document of any length. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useText } from '../../text/language.tsx';
import { FilteredLog } from './filtered-log.tsx';
import { LogFilterBar } from './log-filter-bar.tsx';
import { hasLogFilters, NO_LOG_FILTERS, type LogFilters } from './log-filters.ts';
import { LogLineView } from './log-line-view.tsx';
import { LogScroll } from './log-scroll.tsx';
import { LogTools } from './log-tools.tsx';
import { useLineWindow } from './line-window.ts';
import { logMessages } from './messages.ts';
import { useLineCount, useLogLines } from './use-log-lines.ts';
import './log.css';

type ExecutionLogProps = {
  executionId: string;
  isLive: boolean;
  /** The line that the address names, from 0. */
  line: number | undefined;
  /** The text that the address searches. */
  find: string | undefined;
  /** The filters of the address. With one, the log is a list of lines in place of a document. */
  filters: LogFilters;
  onPlace: (place: LogFilters & { line?: number | undefined; find?: string | undefined }) => void;
};

/** Lines above a line that is shown. */
const CONTEXT = 5;

/** The log, with its tools. Only what is seen is read and drawn. */
export function ExecutionLog({ executionId, isLive, line, find, filters, onPlace }: ExecutionLogProps): ReactNode {
  const text = useText(logMessages);
  const counted = useLineCount(executionId, isLive);
  const total = counted ?? 0;
  const isFiltered = hasLogFilters(filters);
  const [hasBar, setHasBar] = useState(isFiltered);
  const [follows, setFollows] = useState(isLive && line === undefined);
  const [jumps, setJumps] = useState(0);
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
        onFind={(words) => onPlace({ find: words })}
        onFound={(found) => {
          setFollows(false);
          setJumps(jumps + 1);
          onPlace({ line: found, ...NO_LOG_FILTERS });
        }}
        hasFilters={hasBar}
        onFilters={() => setHasBar(!hasBar)}
      />
      {hasBar && <LogFilterBar filters={filters} onChange={onPlace} />}
      {counted === 0 && <p className="hint">{text(isLive ? 'empty' : 'emptyEnded')}</p>}
      <p className="hint print-only">{text('printed')}</p>
      {isFiltered ? (
        <FilteredLog key={JSON.stringify(filters)} executionId={executionId} total={total} filters={filters} find={find} />
      ) : (
        <WholeLog
          executionId={executionId}
          total={total}
          isLive={isLive}
          line={line}
          jumps={jumps}
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
  /** How often a search has led to a line: the same line is shown again, also when the person has scrolled meanwhile. */
  jumps: number;
  follows: boolean;
  onFollow: (follows: boolean) => void;
};

function WholeLog({ executionId, total, isLive, line, jumps, find, follows, onFollow }: WholeLogProps): ReactNode {
  const view = useLineWindow(total);
  const { top, seen, show } = view;
  const lineAt = useLogLines(executionId, Math.floor(top), Math.min(Math.ceil(top + seen), total - 1), total);
  useEffect(() => {
    if (follows) show(total);
  }, [follows, total, show]);
  const shown = useRef('');
  useEffect(() => {
    const place = `${line} ${jumps}`;
    if (line === undefined || total === 0 || shown.current === place) return;
    shown.current = place;
    show(line - CONTEXT);
  }, [line, jumps, total, show]);
  return (
    <LogScroll lines={view} total={total} onMove={(isToEnd) => onFollow(isToEnd && isLive)}>
      {(index, height) => (
        <LogLineView key={index} index={index} line={lineAt(index)} height={height} isMarked={index === line} find={find} />
      )}
    </LogScroll>
  );
}
