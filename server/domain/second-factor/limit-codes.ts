import {
  BACKOFF_DELAYS,
  type Backoff,
  beginAttempt,
  rateLimited,
  resetAttempts,
  secondsUntilAllowed,
} from '#server/cluster/rate-limit.ts';
import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/domain/deps.ts';

/** Limits wrong codes of a second factor per account, over all networks and nodes. */
const FACTOR_CODE_RATE_LIMIT: Backoff = { name: 'factor', delays: BACKOFF_DELAYS, maxDelaySeconds: 0 };

/** Failed attempts in a row that are reported: their sender knows the password. */
const ALERTED_FAILURES = 6;

/**
 * Counts an attempt as failed before it is made, and forgets failures after a success.
 *
 * @param subject the account: `staff 1`, `user 1:2`
 * @param alert enqueues the mail that warns the account's owner, once for many failures in a row
 * @throws Failure 429 after five wrong codes, until the backoff has passed
 */
export async function limitCodes<T>(
  { db, clock, config }: Deps,
  subject: string,
  work: () => Promise<T>,
  alert: (trx: Trx) => Promise<void> = async () => {},
): Promise<T> {
  if (config.THROTTLE === 'off') return work();
  await db.withoutClient(async (trx) => {
    const now = clock();
    const begun = await beginAttempt(trx, FACTOR_CODE_RATE_LIMIT, subject, now);
    if (begun?.failures === ALERTED_FAILURES) await alert(trx);
    if (begun) return;
    throw rateLimited(await secondsUntilAllowed(trx, FACTOR_CODE_RATE_LIMIT, subject, now));
  });
  const result = await work();
  await db.withoutClient((trx) => resetAttempts(trx, FACTOR_CODE_RATE_LIMIT, subject));
  return result;
}
