import { type RefCallback, useCallback } from 'react';
import { afterPointerUp } from './alert-dismissal.ts';

/** Publishes the height of the alerts in `--alerts-height` of the document, by which everything below it moves down. */
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
