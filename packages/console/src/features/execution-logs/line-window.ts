/**
 * Computes which lines of a long list are visible. Browsers limit the height of elements. For a longer list, the position of the scrollbar is converted
 * in proportion, and the wheel scrolls by lines. The same holds for lines that wrap, because their heights are only known when they are drawn.
 */
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Height of a line in pixels that does not wrap; `log.module.css` must have the same. */
const LINE_HEIGHT = 20;
/** Chromium draws elements up to 33 million pixels, Firefox up to 17. */
const MAX_HEIGHT = 12_000_000;
/** Logs with at most this number of lines are drawn as a whole when their lines wrap. */
const MAX_WHOLE = 500;

/** The visible lines, and the function that scrolls to others. */
export type LineWindow = {
  scroller: RefObject<HTMLDivElement | null>;
  /** The element with the drawn lines. */
  drawn: RefObject<HTMLDivElement | null>;
  /** Whether all lines are drawn, one below the other, in the heights that they have. */
  isWhole: boolean;
  /** Height of the scrolled content in pixels. */
  height: number;
  /** Distance of the first visible line from the top of the content in pixels, if lines do not wrap. */
  offset: number;
  /** The first visible line and the number of visible lines; fractions stand for lines that are visible in part. */
  top: number;
  visibleLines: number;
  /** Scrolls so that a line is the first visible one, or to the end if too few lines follow. */
  show(line: number): void;
};

/** Computes the visible lines of a scrolled element with `total` lines, again after each scrolling or resizing. */
export function useLineWindow(total: number, isWrapped: boolean): LineWindow {
  const scroller = useRef<HTMLDivElement>(null);
  const drawn = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, offset: 0, visibleLines: 30 });
  const shownPosition = useRef<{ top: number; scrollTop: number } | undefined>(undefined);
  const height = Math.min(total * LINE_HEIGHT, MAX_HEIGHT);
  const isTooHigh = total * LINE_HEIGHT > MAX_HEIGHT;
  const isWhole = isWrapped && total <= MAX_WHOLE;
  const isScaled = isTooHigh || (isWrapped && !isWhole);

  const read = useCallback((): void => {
    const element = scroller.current;
    // In print, the element is as high as its lines, so that each new line would make it higher, without end.
    if (!element || isWhole || window.matchMedia('print').matches) return;
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
  }, [total, height, isScaled, isWhole]);

  const show = useCallback(
    (line: number): void => {
      const element = scroller.current;
      if (!element) return;
      if (isWhole) {
        const child = drawn.current?.children[Math.max(line, 0)];
        element.scrollTop = child instanceof HTMLElement ? child.offsetTop : element.scrollHeight;
        return;
      }
      const maxTop = Math.max(total - element.clientHeight / LINE_HEIGHT, 0);
      const top = Math.min(Math.max(line, 0), maxTop);
      element.scrollTop = isScaled ? (top / Math.max(maxTop, 1)) * (height - element.clientHeight) : top * LINE_HEIGHT;
      shownPosition.current = isScaled ? { top, scrollTop: element.scrollTop } : undefined;
      read();
    },
    [total, height, isScaled, isWhole, read],
  );

  const latest = useRef({ view, show, isScaled });
  latest.current = { view, show, isScaled };
  useLayoutEffect(() => {
    if (isWrapped && scroller.current && drawn.current)
      alignWrapped(scroller.current, drawn.current, isWhole ? undefined : { ...view, total });
  });
  useLayoutEffect(read, [read]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const onWheel = (event: WheelEvent): void => {
      const { view: now, show: go, isScaled: scaled } = latest.current;
      if (!scaled || event.ctrlKey || event.deltaY === 0) return;
      event.preventDefault();
      go(now.top + (event.deltaY * linesOf(event.deltaMode, now.visibleLines)) / rowsOfLine(drawn.current));
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
  const { top, visibleLines } = isWhole ? { top: 0, visibleLines: total } : view;
  return { scroller, drawn, isWhole, height, offset: view.offset, top, visibleLines, show };
}

/**
 * Moves the drawn lines so that the visible area shows the same part of them as of the whole list: at its beginning the first lines are at the top, at
 * its end the last ones are at the bottom. So each line can be reached, however high the lines are.
 */
function alignWrapped(
  scroller: HTMLDivElement,
  drawn: HTMLDivElement,
  view: { top: number; visibleLines: number; total: number } | undefined,
): void {
  const maxTop = view ? view.total - view.visibleLines : 0;
  if (!view || maxTop <= 0) return void drawn.style.removeProperty('transform');
  const part = view.top / maxTop;
  const line = part * view.total - Math.floor(view.top);
  const child = drawn.children[Math.min(Math.floor(line), drawn.children.length - 1)];
  if (!(child instanceof HTMLElement)) return;
  const height = child.offsetTop + (line - Math.floor(line)) * child.offsetHeight;
  const isLast = line >= drawn.children.length;
  drawn.style.transform = `translateY(${scroller.scrollTop + part * scroller.clientHeight - (isLast ? drawn.offsetHeight : height)}px)`;
}

/** The mean height of the drawn lines in rows, so that the wheel moves lines that wrap as far as others. */
const rowsOfLine = (drawn: HTMLDivElement | null): number =>
  drawn === null || drawn.children.length === 0 ? 1 : Math.max(drawn.offsetHeight / drawn.children.length / LINE_HEIGHT, 1);

/** Converts the unit of a wheel event (pixel, line or page) into lines. */
function linesOf(deltaMode: number, visibleLines: number): number {
  if (deltaMode === WheelEvent.DOM_DELTA_PIXEL) return 1 / LINE_HEIGHT;
  return deltaMode === WheelEvent.DOM_DELTA_LINE ? 1 : visibleLines;
}
