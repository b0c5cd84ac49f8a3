/** The place of a list: what is read stays where it is while rows arrive, a new result begins at its top, and the list returns to its place. */
import { useElementScrollRestoration, useLocation } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { rowsMovedBy } from './moved-rows.ts';

type ListPlaceOptions<Row> = {
  /** The element that scrolls. */
  scroller: RefObject<HTMLElement | null>;
  /** The name of the list on its page. */
  label: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** What the rows are the result of, such as the filters. */
  result: string | undefined;
  rowHeight: number;
  /** The person works on a row: rows that arrive do not move it, even at the top of the list. */
  isHeld: boolean;
};

/** Keeps the place of a list. */
export function useListPlace<Row>({ scroller, label, rows, keyOf, result, rowHeight, isHeld }: ListPlaceOptions<Row>): {
  /** The number of rows that have arrived above the place of the list. */
  newer: number;
  /** The name by which the router keeps the place. */
  scrollId: string;
} {
  const pathname = useLocation({ select: (location) => location.pathname });
  // Each result has a place of its own: that of another page, or of other filters, says nothing about it. The router puts the name into a selector.
  const scrollId = [pathname, label, result].join(' ').replaceAll(/["\\]/g, '');
  const stored = useElementScrollRestoration({ id: scrollId });
  const [newer, setNewer] = useState(0);
  const seen = useRef<{ rows?: readonly Row[]; keys: readonly string[]; result?: string | undefined }>({ keys: [] });

  const place = useEffectEvent((rows: readonly Row[], result: string | undefined) => {
    const { rows: rowsBefore, keys: before, result: resultBefore } = seen.current;
    const list = scroller.current;
    if (!list || rowsBefore === rows) return;
    const keys = rows.map((row) => keyOf(row));
    seen.current = { rows, keys, result };
    if (before.length === 0) {
      // The router restores lists whose rows are known when their page is drawn. These have come later.
      if (rowsBefore && keys.length > 0 && stored && list.scrollTop === 0) list.scrollTo({ top: stored.scrollY });
    } else if (resultBefore !== result) {
      list.scrollTo({ top: 0 });
      setNewer(0);
    } else if (list.scrollTop > 0 || isHeld) {
      const first = Math.floor(list.scrollTop / rowHeight);
      const moved = rowsMovedBy(before, keys, first, Math.ceil(list.clientHeight / rowHeight));
      if (moved === 0) return;
      list.scrollBy({ top: moved * rowHeight });
      setNewer((count) => Math.max(count + moved, 0));
    }
  });
  useLayoutEffect(() => place(rows, result), [rows, result]);

  useEffect(() => {
    const list = scroller.current;
    const onScroll = (): void => {
      if (list?.scrollTop === 0) setNewer(0);
    };
    list?.addEventListener('scroll', onScroll, { passive: true });
    return () => list?.removeEventListener('scroll', onScroll);
  }, [scroller]);

  return { newer, scrollId };
}
