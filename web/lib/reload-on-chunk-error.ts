/** Milliseconds after which a page is old enough to be loaded anew; one that has just come would fare no better. */
const MIN_PAGE_AGE_MS = 10_000;

/**
 * What a screen does whose code didn't come: a browser won't ask for the same file twice, and a release that followed may hold
 * it no more, so the page is loaded anew at the address that it shows by now.
 *
 * @throws the fault itself where a fresh page wouldn't help: it is fresh already, or the server can't be reached.
 */
export async function reloadOnChunkError(fault: unknown): Promise<never> {
  if (performance.now() < MIN_PAGE_AGE_MS || !(await isServed(window.location.href))) throw fault;
  window.location.reload();
  // Nothing is drawn on a page that is going away.
  return new Promise(() => undefined);
}

const isServed = (address: string): Promise<boolean> =>
  fetch(address, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
