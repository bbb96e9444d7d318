import { beginAttempt, countAttemptIn, resetAttempts, undoAttempt } from '#server/cluster/rate-limit.ts';
import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import {
  bruteForceAlertRateLimit,
  FREE_ATTEMPTS,
  LOGIN_RATE_LIMIT,
  loginSubject,
  networkFailureRateLimit,
  UNFAMILIAR_NETWORK_RATE_LIMIT,
} from '#server/people/access/rate-limits.ts';
import { isFamiliarNetwork, recordFamiliarNetwork } from '#server/people/domain/familiar-networks.store.ts';
import { type Clock, sleep } from '#server/platform/clock.ts';
import { createKeyedQueue } from '#server/platform/concurrency/concurrency-limit.ts';
import type { QueueOwner } from '#server/platform/concurrency/fair-concurrency-limit.ts';
import { passwordMatches } from '#server/platform/secrets/passwords.ts';
import { Failure } from '#shared/kit/http/failure.ts';

/** A comparison of a given password with the password of a client's user or of a member of the staff. */
export interface LimitedAttempt<U> {
  /** Rate limit key of the account, or of an unknown name. */
  account: string;
  password: string;
  /** Network that the attempt comes from. */
  network: string;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  /** Reads the account. A hash of null counts as a wrong password. */
  read: () => Promise<{ user: U; hash: string | null } | null>;
  /** Enqueues the mail that warns the account's owner, at most once a day. */
  alert?: (trx: Trx) => Promise<void>;
}

/** Maximum number of attempts that this process delays at once; further ones are refused. */
const MAX_DELAYED_ATTEMPTS = 1000;

let delayed = 0;

/**
 * Mutex per account and network on this node: concurrent correct passwords don't count as each other's failures, and
 * concurrent wrong ones run into the backoff.
 */
const mutex = createKeyedQueue({ maxQueued: Number.POSITIVE_INFINITY });

/**
 * Compares a password under the brute-force limits (docs/decisions/0024): a backoff per account and network, 50
 * failures in ten minutes per network, and a queue per account for attempts from unfamiliar networks. An unknown
 * account is refused, delayed and hashed like a known one.
 *
 * @returns the user; null for a wrong password and for an attempt within the backoff
 * @throws Failure 429 for a network with too many failures; 503 when too many passwords are being compared
 */
export async function comparePassword<U>(deps: Deps, attempt: LimitedAttempt<U>): Promise<U | null> {
  const { account, password, network, signal } = attempt;
  const attemptKey = loginSubject(account, network);
  return mutex(attemptKey, async () => {
    const admitted = await admitAttempt(deps, attempt, attemptKey);
    if (!admitted || !(await pause(deps.clock, admitted.delay, signal))) return null;
    const found = await attempt.read();
    const matches = await passwordMatches(found?.hash ?? null, password, admitted.share);
    if (!found || !matches) return null;
    await forgetFailedAttempt(deps, attempt, attemptKey);
    return found.user;
  });
}

interface AdmittedAttempt {
  share: QueueOwner;
  /** Seconds to wait before the password is compared. */
  delay: number;
}

/**
 * Counts the attempt as failed before hashing, so that concurrent attempts can't bypass the rate limits.
 *
 * @returns null if refused
 */
async function admitAttempt(
  deps: Deps,
  attempt: LimitedAttempt<unknown>,
  attemptKey: string,
): Promise<AdmittedAttempt | null> {
  const { db, clock, config } = deps;
  const { account, network } = attempt;
  const now = clock();
  const { admitted, attempts } = await db.withoutClient(async (trx) => {
    const refused = { admitted: null, attempts: 0 };
    if (!(await beginAttempt(trx, LOGIN_RATE_LIMIT, attemptKey, now))) return refused;
    if (config.THROTTLE !== 'off') await countAttemptIn(trx, [networkFailureRateLimit(network)], now, config);
    const known = await isFamiliarNetwork(trx, account, network, now);
    const limit = known
      ? { failures: 0, delay: 0 }
      : await beginAttempt(trx, UNFAMILIAR_NETWORK_RATE_LIMIT, account, now);
    if (limit) return { admitted: { share: { key: network, known }, delay: limit.delay }, attempts: limit.failures };
    // The password isn't compared, so the attempt doesn't count.
    await undoAttempt(trx, LOGIN_RATE_LIMIT, attemptKey);
    return refused;
  });
  if (attempts === FREE_ATTEMPTS + 1) await enqueueBruteForceAlert(deps, attempt, now);
  return admitted;
}

/** Waits. @returns false without waiting if too many attempts are delayed already */
async function pause(clock: Clock, seconds: number, signal: AbortSignal): Promise<boolean> {
  if (seconds === 0) return true;
  if (delayed >= MAX_DELAYED_ATTEMPTS) return false;
  delayed++;
  try {
    await sleep(clock, seconds * 1000, signal);
    return true;
  } finally {
    delayed--;
  }
}

async function forgetFailedAttempt(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { account, network }: LimitedAttempt<unknown>,
  attemptKey: string,
): Promise<void> {
  await db.withoutClient(async (trx) => {
    await resetAttempts(trx, LOGIN_RATE_LIMIT, attemptKey);
    await undoAttempt(trx, networkFailureRateLimit(network), network);
    if (!(await isFamiliarNetwork(trx, account, network, clock())))
      await undoAttempt(trx, UNFAMILIAR_NETWORK_RATE_LIMIT, account);
    await recordFamiliarNetwork(trx, account, network, clock());
  });
}

/** Enqueues the mail that warns an account's owner, once a day. An unknown name costs as much work as a known one. */
async function enqueueBruteForceAlert(
  { db }: Pick<Deps, 'db'>,
  { account, alert = async () => {} }: LimitedAttempt<unknown>,
  now: Date,
): Promise<void> {
  try {
    await db.withoutClient(async (trx) => {
      await countAttemptIn(trx, [bruteForceAlertRateLimit(account)], now, { THROTTLE: 'normal' });
      await alert(trx);
    });
  } catch (error) {
    // A Failure 429 means that today's mail was already sent.
    if (!(error instanceof Failure)) throw error;
  }
}
