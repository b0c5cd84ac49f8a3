/**
 * Computes which lines of a long list are visible. Browsers limit the height of elements. For a longer list, the position of the scrollbar is converted
 * in proportion, and the wheel scrolls by lines.
 */
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Height of a line in pixels; `log.css` must have the same. */
export const LINE_HEIGHT = 20;
/** Chromium draws elements up to 33 million pixels, Firefox up to 17. */
const MAX_HEIGHT = 12_000_000;

/** The visible lines, and the function that scrolls to others. */
export type LineWindow = {
  scroller: RefObject<HTMLDivElement | null>;
  /** Height of the scrolled content in pixels. */
  height: number;
  /** Distance of the first visible line from the top of the content in pixels. */
  offset: number;
  /** The first visible line and the number of visible lines; fractions stand for lines that are visible in part. */
  top: number;
  visibleLines: number;
  /** Scrolls so that a line is the first visible one, or to the end if too few lines follow. */
  show(line: number): void;
};

/** Computes the visible lines of a scrolled element with `total` lines, again after each scrolling or resizing. */
export function useLineWindow(total: number): LineWindow {
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, offset: 0, visibleLines: 30 });
  const shownPosition = useRef<{ top: number; scrollTop: number } | undefined>(undefined);
  const height = Math.min(total * LINE_HEIGHT, MAX_HEIGHT);
  const isScaled = total * LINE_HEIGHT > MAX_HEIGHT;

  const read = useCallback((): void => {
    const element = scroller.current;
    // In print, the element is as high as its lines, so that each new line would make it higher, without end.
    if (!element || window.matchMedia('print').matches) return;
    const visibleLines = element.clientHeight / LINE_HEIGHT;
    const { scrollTop } = element;
    const maxTop = Math.max(total - visibleLines, 0);
    // A position set by `show` stays valid until the person moves the scrollbar: the scrollbar of a long list is too coarse for single lines.
    if (shownPosition.current && Math.abs(shownPosition.current.scrollTop - scrollTop) > 1) shownPosition.current = undefined;
    const proportional = isScaled ? (scrollTop / Math.max(height - element.clientHeight, 1)) * maxTop : scrollTop / LINE_HEIGHT;
    const top = Math.min(shownPosition.current?.top ?? proportional, maxTop);
    // The same lines stay visible when lines are added.
    if (isScaled) shownPosition.current = { top, scrollTop };
    setView({ top, offset: scrollTop - (top - Math.floor(top)) * LINE_HEIGHT, visibleLines });
  }, [total, height, isScaled]);

  const show = useCallback(
    (line: number): void => {
      const element = scroller.current;
      if (!element) return;
      const maxTop = Math.max(total - element.clientHeight / LINE_HEIGHT, 0);
      const top = Math.min(Math.max(line, 0), maxTop);
      element.scrollTop = isScaled ? (top / Math.max(maxTop, 1)) * (height - element.clientHeight) : top * LINE_HEIGHT;
      shownPosition.current = isScaled ? { top, scrollTop: element.scrollTop } : undefined;
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
      go(now.top + event.deltaY * linesOf(event.deltaMode, now.visibleLines));
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
  return { scroller, height, offset: view.offset, top: view.top, visibleLines: view.visibleLines, show };
}

/** Converts the unit of a wheel event (pixel, line or page) into lines. */
function linesOf(deltaMode: number, visibleLines: number): number {
  if (deltaMode === WheelEvent.DOM_DELTA_PIXEL) return 1 / LINE_HEIGHT;
  return deltaMode === WheelEvent.DOM_DELTA_LINE ? 1 : visibleLines;
}
