import { useLayoutEffect, useState, type RefObject } from 'react';

/** Whether an element is narrower than a width in rem. */
export function useIsNarrow(element: RefObject<HTMLElement | null>, rem: number): boolean {
  const [isNarrow, setIsNarrow] = useState(false);
  useLayoutEffect(() => {
    const observed = element.current;
    if (!observed) return undefined;
    const measure = (): void => {
      const limit = rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      // Without a width, the element is not laid out.
      if (observed.offsetWidth > 0) setIsNarrow(observed.offsetWidth < limit);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(observed);
    return () => observer.disconnect();
  }, [element, rem]);
  return isNarrow;
}
