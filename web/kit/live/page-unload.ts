/** Milliseconds after `beforeunload` during which the page counts as unloading; the user may have chosen to stay. */
const UNLOAD_GRACE_MS = 5000;

let until = 0;

/** Records when the browser is about to leave the page. */
export function watchPageUnload(): void {
  const noteUnload = () => {
    until = Date.now() + UNLOAD_GRACE_MS;
  };
  window.addEventListener('beforeunload', noteUnload);
  window.addEventListener('pagehide', noteUnload);
}

/** Returns whether the page is being left or reloaded: the browser then aborts calls, which isn't a failure. */
export function isPageUnloading(): boolean {
  return Date.now() < until;
}
