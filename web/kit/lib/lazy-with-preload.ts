import { type ComponentType, createElement, lazy, useState } from 'react';

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
 * the screen's, so that the screen loads fast and the part also opens offline, and at once.
 */
export function lazyWithPreload<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;
  const fetchCode = async () => {
    const code = await load();
    loaded = code.default;
    return code;
  };
  const Lazy = lazy(fetchCode);
  preload(fetchCode);
  return function Preloaded(props: P) {
    // React.lazy shows its fallback for 0.3 s even where the code is there already (docs/decisions/0022).
    const [Shown] = useState<ComponentType<P>>(() => loaded ?? Lazy);
    return createElement(Shown, props);
  };
}
