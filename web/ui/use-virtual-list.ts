import { type RefObject, useCallback, useEffect, useState } from 'react';

/** Rows beyond each edge that are drawn nevertheless, so that a turn of the wheel finds them there. */
const OVERSCAN = 8;

/** The rows of a long list that are drawn, and the room that the others take. */
export interface VirtualList {
  first: number;
  /** Behind the last one that is drawn. */
  end: number;
  /** Pixels above and below. */
  above: number;
  below: number;
  /** Brings a row into sight. */
  scrollToIndex: (index: number) => void;
}

/**
 * Follows what is in sight of a box that scrolls `count` rows, all `height` pixels high; draws all while that is null, and
 * measures nothing, which would lay the page out at once.
 */
export function useVirtualList(box: RefObject<HTMLElement | null>, count: number, height: number | null): VirtualList {
  const [{ top, room }, setSight] = useState({ top: 0, room: 0 });
  const look = useCallback(() => {
    const { scrollTop = 0, clientHeight = 0 } = box.current ?? {};
    setSight((before) =>
      before.top === scrollTop && before.room === clientHeight ? before : { top: scrollTop, room: clientHeight },
    );
  }, [box]);

  useEffect(() => {
    const element = box.current;
    if (height === null || !element) return;
    element.addEventListener('scroll', look, { passive: true });
    return () => element.removeEventListener('scroll', look);
  }, [box, height, look]);
  // It is measured once it is drawn: other rows change how high the box is.
  useEffect(() => {
    if (height !== null) look();
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
  const end = Math.min(count, Math.ceil((top + room) / height) + OVERSCAN);
  return { first, end, above: first * height, below: Math.max(0, count - end) * height, scrollToIndex };
}
