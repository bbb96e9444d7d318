import {
  BACKOFF_DELAYS,
  type Backoff,
  beginAttempt,
  rateLimited,
  resetAttempts,
  secondsUntilAllowed,
} from '#server/cluster/rate-limit.ts';
import type { Deps } from '#server/domain/deps.ts';

/** Limits wrong codes of a second factor per account, over all networks and nodes. */
const FACTOR_CODE_RATE_LIMIT: Backoff = { name: 'factor', delays: BACKOFF_DELAYS, maxDelaySeconds: 0 };

/**
 * Counts an attempt as failed before it is made, and forgets failures after a success.
 *
 * @param subject the account: `staff 1`, `user 1:2`
 * @throws Failure 429 after five wrong codes, until the backoff has passed
 */
export async function limitCodes<T>({ db, clock, config }: Deps, subject: string, work: () => Promise<T>): Promise<T> {
  if (config.THROTTLE === 'off') return work();
  await db.withoutClient(async (trx) => {
    const now = clock();
    if (await beginAttempt(trx, FACTOR_CODE_RATE_LIMIT, subject, now)) return;
    throw rateLimited(await secondsUntilAllowed(trx, FACTOR_CODE_RATE_LIMIT, subject, now));
  });
  const result = await work();
  await db.withoutClient((trx) => resetAttempts(trx, FACTOR_CODE_RATE_LIMIT, subject));
  return result;
}
