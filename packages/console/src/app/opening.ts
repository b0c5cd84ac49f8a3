/** When a page is painted: its first answers decide the places of its parts. */
import { useLayoutEffect, type RefObject } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useMatches } from '@tanstack/react-router';

/** Pages whose parts have their places before anything is read. */
const PLACED = /^\/(?:$|runs\/)/;
/** Milliseconds after which a page is painted although it is still reading. */
const MAX_WAIT = 3000;
/** Frames without a read after the last answer: the parts that it shows may read, too. */
const QUIET_FRAMES = 2;

/**
 * Marks the content of the frame as busy until the page that has been opened has read all that it reads at first; base.css paints it from then on. So
 * no part of the page is pushed away by one that is read later. A page that is in the cache is painted at once.
 */
export function useOpening(content: RefObject<HTMLElement | null>): void {
  const client = useQueryClient();
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '/' });
  useLayoutEffect(() => {
    const element = content.current;
    if (!element || PLACED.test(path)) return undefined;
    let [frame, begin, quiet, needed] = [0, 0, 0, 1];
    const isReading = (): boolean =>
      element.childElementCount === 0 ||
      element.querySelector('[data-waits]') !== null ||
      client.isFetching({ predicate: ({ state }) => state.status === 'pending' }) > 0;
    const check = (now: number): void => {
      begin ||= now;
      if (isReading()) [quiet, needed] = [0, QUIET_FRAMES];
      else quiet += 1;
      if (quiet >= needed || now - begin > MAX_WAIT) element.removeAttribute('aria-busy');
      else frame = requestAnimationFrame(check);
    };
    element.setAttribute('aria-busy', 'true');
    frame = requestAnimationFrame(check);
    return () => {
      cancelAnimationFrame(frame);
      element.removeAttribute('aria-busy');
    };
  }, [content, client, path]);
}
