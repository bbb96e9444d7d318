/** Milliseconds for which a page counts as being left after `beforeunload`; its user may have stayed. */
const UNLOAD_GRACE_MS = 5000;

let until = 0;

/** Notes when the browser is about to leave the page. */
export function watchPageUnload(): void {
  const noteUnload = () => {
    until = Date.now() + UNLOAD_GRACE_MS;
  };
  window.addEventListener('beforeunload', noteUnload);
  window.addEventListener('pagehide', noteUnload);
}

/** Whether the page is being left or reloaded: calls that are aborted then have not failed. */
export function isPageUnloading(): boolean {
  return Date.now() < until;
}
