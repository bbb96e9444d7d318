import { createNodeWindow } from '#server/cluster/rate-limit.ts';
import type { Deps } from '#server/domain/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { search } from '#shared/search.ts';
import { searchFor } from './search.ts';

/** Searches of a client in a minute: several people who type at once. */
const SEARCHES = 600;

export function searchRoutes(mount: Mount, deps: Deps): void {
  const countSearch = createNodeWindow(SEARCHES, deps);
  mount.client(search, async ({ caller, query }) => {
    countSearch(String(caller.clientId));
    return { results: await searchFor(deps, caller, query.q) };
  });
}
