/** The area in which the lines of a log scroll, by mouse and by keyboard. Only visible lines are drawn. */
import type { KeyboardEvent, ReactNode } from 'react';
import { useText } from '../../text/language.tsx';
import { LINE_HEIGHT, type LineWindow } from './line-window.ts';
import { logMessages } from './messages.ts';

type LogScrollProps = {
  lines: LineWindow;
  total: number;
  /** Draws the line at an index of the list. */
  children: (index: number, height: number) => ReactNode;
  /** Called when the person scrolls by a key, or upwards by the wheel. */
  onMove?: (isToEnd: boolean) => void;
};

/** The area with its visible lines. */
export function LogScroll({ lines, total, children, onMove }: LogScrollProps): ReactNode {
  const { scroller, height, offset, top, visibleLines, show } = lines;
  const text = useText(logMessages);
  const [first, last] = [Math.floor(top), Math.min(Math.ceil(top + visibleLines), total - 1)];
  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== scroller.current || event.altKey || event.ctrlKey || event.metaKey) return;
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
      className="log-scroll"
      ref={scroller}
      tabIndex={0}
      role="region"
      aria-label={text('title')}
      onKeyDown={onKeyDown}
      onWheel={({ deltaY }) => deltaY < 0 && onMove?.(false)}
    >
      <div className="log-height" style={{ blockSize: height }}>
        <div className="log-lines" style={{ transform: `translateY(${offset}px)` }}>
          {Array.from({ length: Math.max(last - first + 1, 0) }, (_, offset) => children(first + offset, LINE_HEIGHT))}
        </div>
      </div>
    </div>
  );
}
