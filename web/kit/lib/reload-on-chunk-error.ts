/** Minimum age of a page, in milliseconds, for a reload to help. */
const MIN_PAGE_AGE_MS = 10_000;

/**
 * Reloads the page when the code of a screen failed to load: a browser doesn't request a failed module again, and after
 * a new release the file may be gone.
 *
 * @throws {unknown} the fault itself if a reload wouldn't help: the page is new, or the server can't be reached
 */
export async function reloadOnChunkError(fault: unknown): Promise<never> {
  if (performance.now() < MIN_PAGE_AGE_MS || !(await isServed(window.location.href))) throw fault;
  window.location.reload();
  // Never resolves: nothing must render on a page that reloads.
  return new Promise(() => undefined);
}

const isServed = (address: string): Promise<boolean> =>
  fetch(address, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
