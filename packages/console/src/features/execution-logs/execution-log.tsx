/** The log of a run: the whole log, or with filters a list of its matching lines. */
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
