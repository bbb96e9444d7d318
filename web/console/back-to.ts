import { createPath, NavigationType, parsePath } from 'react-router';
import { history } from '#web/lib/history.ts';

/** What the console adds to the state of an entry of the browser's history. */
interface OriginState {
  /** Address of the page that led to this one; missing on the first page of the visit. */
  from?: string;
}

const originOf = () => (window.history.state as OriginState | null)?.from;

/** Keeps with each page the address of the one that led to it, also after a reload. Must begin before pages are shown. */
export function keepOrigins(): void {
  let { location } = history.entry();
  let origin = originOf();
  history.listen(() => {
    const before = location;
    const entry = history.entry();
    location = entry.location;
    if (entry.action === NavigationType.Pop) {
      origin = originOf();
      return;
    }
    if (before.pathname !== location.pathname) origin = createPath(before);
    window.history.replaceState({ ...window.history.state, from: origin } satisfies OriginState, '');
  });
}

/**
 * Returns the address by which a page leads back to its list: with the page and filters from which the person came, unless the
 * person came from elsewhere. Parameters of `to` replace theirs.
 */
export function backTo(to: string): string {
  const { pathname, search } = parsePath(to);
  const from = parsePath(originOf() ?? '');
  if (from.pathname !== pathname) return to;
  const params = new URLSearchParams({
    ...Object.fromEntries(new URLSearchParams(from.search)),
    ...Object.fromEntries(new URLSearchParams(search)),
  });
  return createPath({ pathname, search: params.toString() });
}
