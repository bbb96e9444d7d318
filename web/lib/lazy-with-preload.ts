import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** Milliseconds to wait before a preload, so that the screen itself loads first. */
const PRELOAD_DELAY_MS = 1_000;

/** Fetches code ahead of its use, after the screen has loaded. */
export function preload(load: () => Promise<unknown>): void {
  // A browser doesn't retry a failed module, nor the modules that it shares with others, before the page is reloaded:
  // don't try while offline.
  setTimeout(() => navigator.onLine && void load().catch(() => undefined), PRELOAD_DELAY_MS);
}

/**
 * Defines a lazy component for a part that the screen doesn't show at first: a bar, a dialog. Its code is fetched after
 * the screen's, so that the screen loads fast and the part also opens offline.
 */
export function lazyWithPreload<P>(
  load: () => Promise<{ default: ComponentType<P> }>,
): LazyExoticComponent<ComponentType<P>> {
  preload(load);
  return lazy(load);
}
