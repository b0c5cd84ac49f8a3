/** The log of a run, as one document of any length. */
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useText } from '../../text/language.tsx';
import { LogLineView } from './log-line-view.tsx';
import { LogTools } from './log-tools.tsx';
import { LINE_HEIGHT, useLineWindow } from './line-window.ts';
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
  onPlace: (place: { line?: number; find?: string }) => void;
};

/** Lines above a line that is shown. */
const CONTEXT = 5;

/** The log, with its tools. Only what is seen is read and drawn. */
export function ExecutionLog({ executionId, isLive, line, find, onPlace }: ExecutionLogProps): ReactNode {
  const text = useText(logMessages);
  const counted = useLineCount(executionId, isLive);
  const total = counted ?? 0;
  const [follows, setFollows] = useState(isLive && line === undefined);
  const { scroller, height, offset, top, seen, show } = useLineWindow(total);
  const [first, last] = [Math.floor(top), Math.min(Math.ceil(top + seen), total - 1)];
  const lineAt = useLogLines(executionId, first, last, total);

  useEffect(() => {
    if (follows) show(total);
  }, [follows, total, show]);
  const shownLine = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (line === undefined || total === 0 || shownLine.current === line) return;
    shownLine.current = line;
    show(line - CONTEXT);
  }, [line, total, show]);

  const goTo = (target: number): void => {
    setFollows(false);
    shownLine.current = target;
    show(target - CONTEXT);
    onPlace({ line: target });
  };
  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== scroller.current || event.altKey || event.ctrlKey || event.metaKey) return;
    const page = Math.max(Math.floor(seen) - 1, 1);
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
    setFollows(event.key === 'End' && isLive);
    show(target);
  }

  return (
    <section className="card log" aria-label={text('title')}>
      <LogTools
        executionId={executionId}
        total={total}
        isLive={isLive}
        follows={follows}
        onFollow={setFollows}
        find={find}
        from={(line ?? -1) + 1}
        onFind={(words) => onPlace({ find: words })}
        onFound={goTo}
      />
      {counted === 0 && <p className="hint">{text(isLive ? 'empty' : 'emptyEnded')}</p>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it scrolls by keys */}
      <div
        className="log-scroll"
        ref={scroller}
        tabIndex={0}
        role="region"
        aria-label={text('title')}
        onKeyDown={onKeyDown}
        onWheel={({ deltaY }) => deltaY < 0 && setFollows(false)}
      >
        <div className="log-height" style={{ blockSize: height }}>
          <div className="log-lines" style={{ transform: `translateY(${offset}px)` }}>
            {Array.from({ length: Math.max(last - first + 1, 0) }, (_, index) => first + index).map((index) => (
              <LogLineView key={index} index={index} line={lineAt(index)} height={LINE_HEIGHT} isMarked={index === line} find={find} />
            ))}
          </div>
        </div>
      </div>
    </section>
  );
}
