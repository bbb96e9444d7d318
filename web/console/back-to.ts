import { createPath, parsePath } from 'react-router';
import { history } from '#web/lib/history.ts';

/**
 * Returns the address by which a page leads back to its list: with the page and filters from which the person came, unless the
 * person came from elsewhere. Parameters of `to` replace theirs.
 */
export function backTo(to: string): string {
  const { pathname, search } = parsePath(to);
  const from = parsePath(history.entry().from ?? '');
  if (from.pathname !== pathname) return to;
  const params = new URLSearchParams({
    ...Object.fromEntries(new URLSearchParams(from.search)),
    ...Object.fromEntries(new URLSearchParams(search)),
  });
  return createPath({ pathname, search: params.toString() });
}
