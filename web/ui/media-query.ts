import { useCallback, useSyncExternalStore } from 'react';

/** Below this width tables become cards and the menu a dialog. */
export const PHONE = '(max-width: 639.98px)';
/** Below this width the side menu is folded unless the person unfolded it. */
export const NARROW = '(max-width: 1199.98px)';

/** Whether the media query holds now; follows it. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
