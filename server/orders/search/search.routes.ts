import { createLocalRateLimit } from '#server/cluster/rate-limit.ts';
import type { Deps } from '#server/integrations/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { search } from '#shared/orders/search.ts';
import { searchFor } from './search.ts';

/** Rate limit per client. Allows several people who type at the same time. */
const SEARCHES_PER_MINUTE = 600;

export function searchRoutes(mount: Mount, deps: Deps): void {
  const rateLimitSearch = createLocalRateLimit(SEARCHES_PER_MINUTE, deps);
  mount.client(search, async ({ caller, query }) => {
    rateLimitSearch(String(caller.clientId));
    return { results: await searchFor(deps, caller, query.q) };
  });
}
