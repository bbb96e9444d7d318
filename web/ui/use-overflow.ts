import { type RefObject, useEffect, useRef, useState } from 'react';

/** Returns a ref and whether the element's content is wider than the element; updated when either is resized. */
export function useOverflow(): [RefObject<HTMLElement | null>, boolean] {
  const frame = useRef<HTMLElement>(null);
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const element = frame.current;
    const content = element?.firstElementChild;
    if (!element || !content) return;
    const observer = new ResizeObserver(() => setOverflows(content.scrollWidth > element.clientWidth + 1));
    observer.observe(element);
    observer.observe(content);
    return () => observer.disconnect();
  }, []);
  return [frame, overflows];
}
