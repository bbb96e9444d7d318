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
import type { Deps } from '#server/integrations/deps.ts';
import { isFamiliarNetwork, recordFamiliarNetwork } from '#server/people/domain/familiar-networks.store.ts';
import { currentCall } from '#server/platform/audit-context.ts';
import { accountOf, type Principal } from '#server/platform/secrets/principal.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { DAY_SECONDS } from '#shared/kit/time-units.ts';

/**
 * Limits wrong codes of a second factor per account, over all nodes. Sessions that have their second step, and networks from which a
 * code was right before, are counted apart, so that wrong codes after a stolen password don't delay those of the owner.
 */
const FACTOR_CODE_RATE_LIMIT: Backoff = { name: 'factor', delays: BACKOFF_DELAYS, maxDelaySeconds: 0 };

/** Wrong codes within a day that are reported: their sender knows the password. Correct codes in between don't reset the count. */
const ALERTED_FAILURES = 6;

/** Who gives a code. */
export interface CodeGiver {
  /** The account: `staff 1`, `user 1:2`. */
  account: string;
  /** Whether the session has its second step already. */
  complete: boolean;
}

const familiarKey = (account: string) => `${account} codes`;

/** Returns the rate limit subject of a code. */
async function codeSubject(trx: Trx, { account, complete }: CodeGiver, now: Date): Promise<string> {
  if (complete) return inSessions(account);
  const network = currentCall()?.network;
  if (network === undefined) return account;
  return (await isFamiliarNetwork(trx, familiarKey(account), network, now)) ? onNetwork(account, network) : account;
}

/** Subject of all complete sessions of an account: a trusted browser opens as many as it likes. */
const inSessions = (account: string) => `${account}\nsessions`;

const onNetwork = (account: string, network: string) => `${account}\n${network}`;

/** Forgets a person's wrong codes in complete sessions, on the running call's network, and on networks where none was right. */
export async function forgetWrongCodes(trx: Trx, principal: Principal): Promise<void> {
  const account = accountOf(principal);
  const network = currentCall()?.network;
  const subjects = [account, inSessions(account), ...(network === undefined ? [] : [onNetwork(account, network)])];
  for (const subject of subjects) await resetAttempts(trx, FACTOR_CODE_RATE_LIMIT, subject);
}

/**
 * Counts an attempt as failed before it is made, and forgets failures after a success. A failure of `work` for any other reason than
 * its code or passkey doesn't count.
 *
 * @param alert enqueues the mail that warns the account's owner, at most once a day
 * @throws Failure 429 after five wrong codes, until the backoff has passed
 */
export async function limitCodes<T>(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  giver: CodeGiver,
  work: () => Promise<T>,
  alert?: (trx: Trx) => Promise<void>,
): Promise<T> {
  if (config.THROTTLE === 'off') return work();
  const subject = await db.withoutClient(async (trx) => {
    const now = clock();
    const counted = await codeSubject(trx, giver, now);
    if (await beginAttempt(trx, FACTOR_CODE_RATE_LIMIT, counted, now)) return counted;
    throw rateLimited(await secondsUntilAllowed(trx, FACTOR_CODE_RATE_LIMIT, counted, now));
  });
  const result = await work().catch(async (error: unknown) => {
    await db.withoutClient(async (trx) => {
      if (!isWrongCode(error)) return undoAttempt(trx, FACTOR_CODE_RATE_LIMIT, subject);
      if (alert && (await countWrongCode(trx, giver.account, clock())) === ALERTED_FAILURES) await alert(trx);
    });
    throw error;
  });
  await db.withoutClient(async (trx) => {
    await resetAttempts(trx, FACTOR_CODE_RATE_LIMIT, subject);
    const network = currentCall()?.network;
    if (network !== undefined) await recordFamiliarNetwork(trx, familiarKey(giver.account), network, clock());
  });
  return result;
}

/** Counts an account's wrong code. @returns the number within a day */
const countWrongCode = (trx: Trx, account: string, now: Date): Promise<number> =>
  countEvent(trx, { name: 'wrong code', subject: account, seconds: DAY_SECONDS }, now);

/** Whether a failure is the refusal of a code or passkey. */
export const isWrongCode = (error: unknown): boolean =>
  error instanceof Failure && error.errors.some(({ field }) => field === 'code' || field === 'passkey');
