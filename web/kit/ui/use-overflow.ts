import { type RefObject, useEffect, useRef, useState } from 'react';

/** Returns a ref and whether the element's content is wider than the element; updated when either is resized. */
export function useOverflow(): [RefObject<HTMLElement | null>, boolean] {
  const frame = useRef<HTMLElement>(null);
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const element = frame.current;
    const content = element?.firstElementChild;
    if (!element || !content) return;
    const widthOf = (part: Element) => part.getBoundingClientRect().width;
    // Rounding to whole pixels would miss an overflow of half a pixel, which already makes the page scroll sideways.
    const observer = new ResizeObserver(() => setOverflows(widthOf(content) - widthOf(element) >= 0.5));
    observer.observe(element);
    observer.observe(content);
    return () => observer.disconnect();
  }, []);
  return [frame, overflows];
}
