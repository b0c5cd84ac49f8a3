/** Shows an element over the whole window. */
import { useEffect, type RefObject } from 'react';

/** While `isFull`, everything but the element is inert, and Esc calls `onLeave`. The element itself covers the window by its style. */
export function useFullWindow(element: RefObject<HTMLElement | null>, isFull: boolean, onLeave: () => void): void {
  useEffect(() => {
    const full = element.current;
    if (!isFull || !full) return undefined;
    const release = makeOthersInert(full);
    const onKey = (event: KeyboardEvent): void => {
      // An open menu or calendar is no part of the element, and takes the key for itself.
      if (event.key === 'Escape' && (full.contains(document.activeElement) || document.activeElement === document.body)) onLeave();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      release();
      document.removeEventListener('keydown', onKey);
    };
  }, [element, isFull, onLeave]);
}

/** Makes everything in the page inert but the element; returns the function that undoes it. */
function makeOthersInert(element: HTMLElement): () => void {
  const covered: HTMLElement[] = [];
  for (let node: HTMLElement | null = element; node && node.id !== 'root'; node = node.parentElement)
    for (const other of node.parentElement?.children ?? [])
      if (other !== node && other instanceof HTMLElement && !other.inert) {
        other.inert = true;
        covered.push(other);
      }
  return () => covered.forEach((other) => Object.assign(other, { inert: false }));
}
