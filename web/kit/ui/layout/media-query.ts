import { useCallback, useSyncExternalStore } from 'react';

/** Phones: below this width the menu becomes a dialog. */
export const PHONE = 'screen and (max-width: 639.98px)';
/** Phones, tablets and a laptop at 200 %: below this width tables become cards and filters a dialog. Paper shows tables. */
export const TABLET = 'screen and (max-width: 899.98px)';
/** Below this width the side menu is folded, unless the user unfolded it. */
export const NARROW = '(max-width: 1199.98px)';

/** Returns whether the media query matches, and re-renders when that changes. */
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
