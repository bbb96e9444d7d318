import { type RefCallback, useCallback } from 'react';
import { afterPointerUp } from './alert-dismissal.ts';

/** Sets `--alerts-height` of the document to the height of the alerts; the page below moves down by this height. */
export function useAlertsHeight(): RefCallback<HTMLElement> {
  return useCallback((band: HTMLElement | null) => {
    if (!band) return;
    const { style } = document.documentElement;
    const move = () => style.setProperty('--alerts-height', `${band.offsetHeight}px`);
    const observer = new ResizeObserver(() => afterPointerUp(move));
    observer.observe(band, { box: 'border-box' });
    return () => {
      observer.disconnect();
      style.removeProperty('--alerts-height');
    };
  }, []);
}
