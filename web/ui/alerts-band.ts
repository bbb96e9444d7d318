import { type RefCallback, useCallback } from 'react';
import { onceReleased } from './settled-alerts.ts';

/** Keeps the height of the alerts' band in `--alerts` of the document, by which everything below it moves down. */
export function useAlertsBand(): RefCallback<HTMLElement> {
  return useCallback((band: HTMLElement | null) => {
    if (!band) return;
    const { style } = document.documentElement;
    const move = () => style.setProperty('--alerts', `${band.offsetHeight}px`);
    const observer = new ResizeObserver(() => onceReleased(move));
    observer.observe(band, { box: 'border-box' });
    return () => {
      observer.disconnect();
      style.removeProperty('--alerts');
    };
  }, []);
}
