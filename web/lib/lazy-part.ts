import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** Milliseconds after which code is fetched ahead: the screen itself stands by then. */
const LATER = 1_000;

/**
 * A part that isn't in its screen's first picture: a bar, a dialog. Its code comes behind the screen's, so that the screen
 * is light and the part is there when it is wanted, network or not.
 */
export function lazyPart<P>(load: () => Promise<{ default: ComponentType<P> }>): LazyExoticComponent<ComponentType<P>> {
  // What fails to come isn't asked for again before the page is loaded anew, nor are the files that it shares with others.
  const ahead = () => navigator.onLine && void load().catch(() => undefined);
  setTimeout(ahead, LATER);
  return lazy(load);
}
