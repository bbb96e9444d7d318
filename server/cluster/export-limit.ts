import type { Config } from '#server/config/config.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { ExportLimit } from '#server/platform/http/mount.ts';
import { createLocalRateLimit } from './rate-limit.ts';

/** Rate limit: exports by one call per client, member of the staff or key, minute and node. */
const EXPORTS_PER_MINUTE = 10;

/** Creates the rate limit of exports. @param owner names whose exports are counted together: `client 5` */
export const createExportLimit = <C>(
  deps: { clock: Clock; config: Pick<Config, 'THROTTLE'> },
  owner: (caller: C) => string,
): ExportLimit<C> => ({ owner, count: createLocalRateLimit(EXPORTS_PER_MINUTE, deps) });
