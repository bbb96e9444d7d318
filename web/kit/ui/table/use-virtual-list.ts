import { type RefObject, useCallback, useEffect, useState } from 'react';

/** Rows that are rendered beyond each edge, for smooth scrolling. */
const OVERSCAN = 8;

/** The rendered rows of a long list, and the space of the others. */
export interface VirtualList {
  first: number;
  /** Index after the last rendered row. */
  end: number;
  /** Height of the rows above and below, in px. */
  above: number;
  below: number;
  /** Scrolls a row into view. */
  scrollToIndex: (index: number) => void;
}

/**
 * Virtualizes a scrolling list of `count` rows, all `height` px high. With null as height, renders all rows and
 * measures nothing, because measuring would force a layout.
 */
export function useVirtualList(box: RefObject<HTMLElement | null>, count: number, height: number | null): VirtualList {
  const [{ top, viewportHeight }, setViewport] = useState({ top: 0, viewportHeight: 0 });
  const measure = useCallback(() => {
    const { scrollTop = 0, clientHeight = 0 } = box.current ?? {};
    setViewport((before) =>
      before.top === scrollTop && before.viewportHeight === clientHeight
        ? before
        : { top: scrollTop, viewportHeight: clientHeight },
    );
  }, [box]);

  useEffect(() => {
    const element = box.current;
    if (height === null || !element) return;
    element.addEventListener('scroll', measure, { passive: true });
    return () => element.removeEventListener('scroll', measure);
  }, [box, height, measure]);
  // Measured after each render, because other rows change the height of the box.
  useEffect(() => {
    if (height !== null) measure();
  });

  const scrollToIndex = useCallback(
    (index: number) => {
      const element = box.current;
      if (!element || height === null) return;
      const [from, to] = [index * height, (index + 1) * height];
      if (from < element.scrollTop) element.scrollTop = from;
      else if (to > element.scrollTop + element.clientHeight) element.scrollTop = to - element.clientHeight;
    },
    [box, height],
  );

  if (height === null) return { first: 0, end: count, above: 0, below: 0, scrollToIndex };
  const first = Math.max(0, Math.min(Math.floor(top / height), count) - OVERSCAN);
  const end = Math.min(count, Math.ceil((top + viewportHeight) / height) + OVERSCAN);
  return { first, end, above: first * height, below: Math.max(0, count - end) * height, scrollToIndex };
}
