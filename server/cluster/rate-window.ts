import type { Config } from '#server/config/config.ts';
import type { Clock } from '#server/platform/clock.ts';
import { inForce, throttled } from './throttle.ts';

/** Counts one attempt. @throws Failure 429 with Retry-After when the limit is passed */
export type RateWindow = (key: string) => void;

const MINUTE_MS = 60_000;

/** Visitors that are remembered at most; a flood of addresses starts the count anew rather than fill the memory. */
const MOST_KEYS = 50_000;

/**
 * So many attempts a minute (or another window) and key, counted in memory: for cheap calls, where a count for each node is
 * enough.
 * THROTTLE=strict halves the limit, off lifts it.
 */
export function createRateWindow(
  most: number,
  { clock, config }: { clock: Clock; config: Pick<Config, 'THROTTLE'> },
  windowMs = MINUTE_MS,
): RateWindow {
  const limit = inForce(most, config);
  const counts = new Map<string, number>();
  let endsAt = 0;
  return (key) => {
    const now = clock().getTime();
    if (now >= endsAt || counts.size > MOST_KEYS) {
      counts.clear();
      endsAt = now + windowMs;
    }
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count <= limit) return;
    throw throttled((endsAt - now) / 1000);
  };
}
