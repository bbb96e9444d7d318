import { createPath, NavigationType, parsePath } from 'react-router';
import { history } from '#web/kit/lib/history.ts';

/** Pages of which an entry keeps the page and filters. */
const MOST_KEPT = 10;

/** What the console adds to the state of an entry of the browser's history: the queries of the pages that led to it, by path, latest last. */
interface KeptQueries {
  queries?: Readonly<Record<string, string>>;
}

const keptQueries = () => (window.history.state as KeptQueries | null)?.queries ?? {};

/** Keeps with each page the queries of those that led to it, even after a reload. Must begin before pages are shown. */
export function keepQueries(): void {
  let { location } = history.entry();
  let kept = keptQueries();
  history.listen(() => {
    const before = location;
    const entry = history.entry();
    location = entry.location;
    if (entry.action === NavigationType.Pop) {
      kept = keptQueries();
      return;
    }
    if (before.pathname !== location.pathname) {
      const { [before.pathname]: _, ...others } = kept;
      kept = Object.fromEntries(
        [...Object.entries(others), [before.pathname, before.search] as const].slice(-MOST_KEPT),
      );
    }
    window.history.replaceState({ ...window.history.state, queries: kept } satisfies KeptQueries, '');
  });
}

/**
 * Returns the address by which a page leads back to its list: with the page and filters that the person left, unless the person came from
 * elsewhere. Parameters of `to` replace theirs.
 */
export function backTo(to: string): string {
  const { pathname = '', search } = parsePath(to);
  const left = keptQueries()[pathname];
  if (left === undefined) return to;
  const params = new URLSearchParams({
    ...Object.fromEntries(new URLSearchParams(left)),
    ...Object.fromEntries(new URLSearchParams(search)),
  });
  return createPath({ pathname, search: params.toString() });
}
