import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** Milliseconds after which code is fetched ahead: the screen itself stands by then. */
const PRELOAD_DELAY_MS = 1_000;

/** Fetches code that will be wanted, once the screen stands. */
export function preload(load: () => Promise<unknown>): void {
  // What fails to come isn't asked for again before the page is loaded anew, nor are the files that it shares with others.
  setTimeout(() => navigator.onLine && void load().catch(() => undefined), PRELOAD_DELAY_MS);
}

/**
 * A part that isn't in its screen's first picture: a bar, a dialog. Its code comes behind the screen's, so that the screen
 * is light and the part is there when it is wanted, network or not.
 */
export function lazyWithPreload<P>(
  load: () => Promise<{ default: ComponentType<P> }>,
): LazyExoticComponent<ComponentType<P>> {
  preload(load);
  return lazy(load);
}
