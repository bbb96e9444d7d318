import { type RefObject, useEffect, useRef, useState } from 'react';

/** Whether what the element holds is wider than it is; measured again when either changes its size. */
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
