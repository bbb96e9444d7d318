import {
  BACKOFF_DELAYS,
  type Backoff,
  beginAttempt,
  countEvent,
  rateLimited,
  resetAttempts,
  secondsUntilAllowed,
  undoAttempt,
} from '#server/cluster/rate-limit.ts';
import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/domain/deps.ts';
import type { UserKey } from '#server/domain/user-key.ts';
import { Failure } from '#shared/http/failure.ts';

/** Limits wrong codes of a second factor per account, over all networks and nodes. */
const FACTOR_CODE_RATE_LIMIT: Backoff = { name: 'factor', delays: BACKOFF_DELAYS, maxDelaySeconds: 0 };

/** Wrong codes within a day that are reported: their sender knows the password. Correct codes in between don't reset the count. */
const ALERTED_FAILURES = 6;
const DAY_SECONDS = 86_400;

/** Rate limit subject of a user's codes. */
export const userCodeSubject = ({ clientId, userId }: UserKey) => `user ${clientId}:${userId}`;

/** Forgets a user's wrong codes. */
export const forgetWrongCodes = (trx: Trx, user: UserKey): Promise<void> =>
  resetAttempts(trx, FACTOR_CODE_RATE_LIMIT, userCodeSubject(user));

/**
 * Counts an attempt as failed before it is made, and forgets failures after a success. A failure of `work` for any other reason than
 * its code or passkey doesn't count.
 *
 * @param subject the account: `staff 1`, `user 1:2`
 * @param alert enqueues the mail that warns the account's owner, at most once a day
 * @throws Failure 429 after five wrong codes, until the backoff has passed
 */
export async function limitCodes<T>(
  { db, clock, config }: Deps,
  subject: string,
  work: () => Promise<T>,
  alert?: (trx: Trx) => Promise<void>,
): Promise<T> {
  if (config.THROTTLE === 'off') return work();
  await db.withoutClient(async (trx) => {
    const now = clock();
    const begun = await beginAttempt(trx, FACTOR_CODE_RATE_LIMIT, subject, now);
    if (begun) return;
    throw rateLimited(await secondsUntilAllowed(trx, FACTOR_CODE_RATE_LIMIT, subject, now));
  });
  const result = await work().catch(async (error: unknown) => {
    await db.withoutClient(async (trx) => {
      if (!isWrongStep(error)) return undoAttempt(trx, FACTOR_CODE_RATE_LIMIT, subject);
      if (alert && (await countWrongCode(trx, subject, clock())) === ALERTED_FAILURES) await alert(trx);
    });
    throw error;
  });
  await db.withoutClient((trx) => resetAttempts(trx, FACTOR_CODE_RATE_LIMIT, subject));
  return result;
}

/** Counts an account's wrong code. @returns the number within a day */
const countWrongCode = (trx: Trx, subject: string, now: Date): Promise<number> =>
  countEvent(trx, { name: 'wrong code', subject, seconds: DAY_SECONDS }, now);

/** Whether a failure is the refusal of a code or passkey. */
const isWrongStep = (error: unknown): boolean =>
  error instanceof Failure && error.errors.some(({ field }) => field === 'code' || field === 'passkey');
