/** How long a page that was asked to go away is taken to be going; it may have been held back by its user. */
const GOING_MS = 5000;

let until = 0;

function going(): void {
  until = Date.now() + GOING_MS;
}

window.addEventListener('beforeunload', going);
window.addEventListener('pagehide', going);

/** Whether the page is being left or loaded anew: calls that break off then have not failed. */
export function isLeaving(): boolean {
  return Date.now() < until;
}
