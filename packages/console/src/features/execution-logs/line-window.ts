/** Which lines of a long list are seen. Browsers bound the height of elements: above that, the scrollbar is proportional, and the wheel goes by lines. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Height of a line in pixels; the style has the same. */
export const LINE_HEIGHT = 20;
/** Chromium draws elements up to 33 million pixels, Firefox up to 17. */
const MOST_HEIGHT = 12_000_000;

/** The lines that are seen, and how to go to others. */
export type LineWindow = {
  scroller: RefObject<HTMLDivElement | null>;
  /** Height of all lines, as the scrollbar shows it. */
  height: number;
  /** Where the seen lines are drawn. */
  offset: number;
  /** The first line that is seen, with its part, and how many are. */
  top: number;
  seen: number;
  /** Shows a line as the first one, or the last line at the end. */
  show(line: number): void;
};

/** Follows the scrolling of an element with `total` lines. */
export function useLineWindow(total: number): LineWindow {
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, offset: 0, seen: 30 });
  const exact = useRef<{ top: number; scrollTop: number } | undefined>(undefined);
  const height = Math.min(total * LINE_HEIGHT, MOST_HEIGHT);
  const isScaled = total * LINE_HEIGHT > MOST_HEIGHT;

  const read = useCallback((): void => {
    const element = scroller.current;
    // On paper the element is as high as its lines: more lines would make it higher again.
    if (!element || window.matchMedia('print').matches) return;
    const seen = element.clientHeight / LINE_HEIGHT;
    const { scrollTop } = element;
    const most = Math.max(total - seen, 0);
    // A position that was set exactly stays, until the person moves the scrollbar.
    if (exact.current && Math.abs(exact.current.scrollTop - scrollTop) > 1) exact.current = undefined;
    const proportional = isScaled ? (scrollTop / Math.max(height - element.clientHeight, 1)) * most : scrollTop / LINE_HEIGHT;
    const top = Math.min(exact.current?.top ?? proportional, most);
    // When lines are added, the same ones stay in view.
    if (isScaled) exact.current = { top, scrollTop };
    setView({ top, offset: scrollTop - (top - Math.floor(top)) * LINE_HEIGHT, seen });
  }, [total, height, isScaled]);

  const show = useCallback(
    (line: number): void => {
      const element = scroller.current;
      if (!element) return;
      const most = Math.max(total - element.clientHeight / LINE_HEIGHT, 0);
      const top = Math.min(Math.max(line, 0), most);
      element.scrollTop = isScaled ? (top / Math.max(most, 1)) * (height - element.clientHeight) : top * LINE_HEIGHT;
      exact.current = isScaled ? { top, scrollTop: element.scrollTop } : undefined;
      read();
    },
    [total, height, isScaled, read],
  );

  const latest = useRef({ view, show, isScaled });
  latest.current = { view, show, isScaled };
  useLayoutEffect(read, [read]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const onWheel = (event: WheelEvent): void => {
      const { view: now, show: go, isScaled: scaled } = latest.current;
      if (!scaled || event.ctrlKey || event.deltaY === 0) return;
      event.preventDefault();
      go(now.top + event.deltaY * linesOf(event.deltaMode, now.seen));
    };
    const sizes = new ResizeObserver(() => read());
    sizes.observe(element);
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      sizes.disconnect();
      element.removeEventListener('wheel', onWheel);
    };
  }, [read]);
  useEffect(() => {
    const element = scroller.current;
    element?.addEventListener('scroll', read, { passive: true });
    return () => element?.removeEventListener('scroll', read);
  }, [read]);
  return { scroller, height, offset: view.offset, top: view.top, seen: view.seen, show };
}

/** Lines of one unit of a wheel: a pixel, a line or a page. */
function linesOf(deltaMode: number, seen: number): number {
  if (deltaMode === WheelEvent.DOM_DELTA_PIXEL) return 1 / LINE_HEIGHT;
  return deltaMode === WheelEvent.DOM_DELTA_LINE ? 1 : seen;
}
