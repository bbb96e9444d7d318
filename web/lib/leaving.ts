/** Milliseconds for which a page counts as being left after `beforeunload`; its user may have stayed. */
const GOING_MS = 5000;

let until = 0;

/** Notes when the browser is about to leave the page. */
export function watchLeaving(): void {
  const going = () => {
    until = Date.now() + GOING_MS;
  };
  window.addEventListener('beforeunload', going);
  window.addEventListener('pagehide', going);
}

/** Whether the page is being left or reloaded: calls that are aborted then have not failed. */
export function isLeaving(): boolean {
  return Date.now() < until;
}
