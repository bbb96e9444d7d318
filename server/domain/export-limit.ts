import { createLocalRateLimit } from '#server/cluster/rate-limit.ts';
import type { ExportLimit } from '#server/platform/http/mount.ts';
import type { Deps } from './deps.ts';

/** Rate limit: exports by one call per client, member of the staff or key, minute and node. */
const EXPORTS_PER_MINUTE = 10;

/** Creates the rate limit of exports. @param owner names whose exports are counted together: `client 5` */
export const createExportLimit = <C>(
  deps: Pick<Deps, 'clock' | 'config'>,
  owner: (caller: C) => string,
): ExportLimit<C> => ({ owner, count: createLocalRateLimit(EXPORTS_PER_MINUTE, deps) });
