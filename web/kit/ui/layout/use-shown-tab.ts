import { type RefObject, useEffect, useRef } from 'react';

/**
 * Scrolls a row of tabs sideways to the chosen one, which a phone would leave out of sight.
 *
 * @param chosen identifies the chosen tab
 * @returns the row's ref
 */
export function useShownTab<E extends HTMLElement>(chosen: string | undefined): RefObject<E | null> {
  const row = useRef<E>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice scrolls again
  useEffect(() => {
    const tab = row.current?.querySelector('[aria-current], [data-state="active"]');
    if (!row.current || !tab) return;
    const [frame, box] = [row.current.getBoundingClientRect(), tab.getBoundingClientRect()];
    row.current.scrollLeft += box.left - frame.left - (frame.width - box.width) / 2;
  }, [chosen]);
  return row;
}
