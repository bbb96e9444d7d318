import { setTimeout as sleep } from 'node:timers/promises';
import { beginAttempt, countAttemptIn, resetAttempts, undoAttempt } from '#server/cluster/rate-limit.ts';
import type { Deps } from '#server/domain/deps.ts';
import { createKeyedQueue } from '#server/platform/concurrency-limit.ts';
import type { QueueOwner } from '#server/platform/fair-concurrency-limit.ts';
import { passwordMatches } from '#server/platform/passwords.ts';
import { Failure } from '#shared/http/failure.ts';
import { fold } from '#shared/rules/fold.ts';
import { enqueueAccessMail } from './access-mails.ts';
import {
  bruteForceAlertRateLimit,
  FREE_ATTEMPTS,
  LOGIN_RATE_LIMIT,
  networkFailureRateLimit,
  UNFAMILIAR_NETWORK_RATE_LIMIT,
} from './access-rate-limits.ts';
import { isFamiliarNetwork, recordFamiliarNetwork } from './familiar-networks.store.ts';
import { readUser, type User, type UserKey } from './user.store.ts';

/** A password attempt without a session: a login, or a registration with a taken name. */
export interface PasswordAttempt {
  /** Account with the name; null if there is none. */
  account: UserKey | null;
  username: string;
  password: string;
  /** Network that the attempt comes from. */
  network: string;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  /** Additional condition on the account; a user that fails it counts as a wrong password. */
  accepts?: (user: User) => boolean;
}

// A key without a row, so that an unknown name takes as long as a known one.
const NOBODY: UserKey = { clientId: 0, userId: 0 };

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
export async function attemptPassword(deps: Deps, attempt: PasswordAttempt): Promise<User | null> {
  const { account, password, network, signal, accepts = () => true } = attempt;
  const attemptKey = `${accountKey(attempt)}\n${network}`;
  return mutex(attemptKey, async () => {
    const admitted = await admitAttempt(deps, attempt, attemptKey);
    if (!admitted || !(await pause(admitted.delay, signal))) return null;
    const userKey = account ?? NOBODY;
    const user = await deps.db.withClient(userKey.clientId, (trx) => readUser(trx, userKey));
    const hash = user && accepts(user) ? user.passwordHash : null;
    const matches = await passwordMatches(hash, password, admitted.share);
    if (!user || !matches) return null;
    await forgetFailedAttempt(deps, attempt, attemptKey);
    return user;
  });
}

/** Returns the rate limit key of an account, independent of the spelling of its name ('ana' and 'Aná' are one name). */
export function accountKey({ account, username }: Pick<PasswordAttempt, 'account' | 'username'>): string {
  return account ? `user ${account.clientId}:${account.userId}` : `name ${fold(username)}`;
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
async function admitAttempt(deps: Deps, attempt: PasswordAttempt, attemptKey: string): Promise<AdmittedAttempt | null> {
  const { db, clock, config } = deps;
  const { network } = attempt;
  const account = accountKey(attempt);
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
async function pause(seconds: number, signal: AbortSignal): Promise<boolean> {
  if (seconds === 0) return true;
  if (delayed >= MAX_DELAYED_ATTEMPTS) return false;
  delayed++;
  try {
    await sleep(seconds * 1000, undefined, { signal });
    return true;
  } finally {
    delayed--;
  }
}

async function forgetFailedAttempt({ db, clock }: Deps, attempt: PasswordAttempt, attemptKey: string): Promise<void> {
  const account = accountKey(attempt);
  await db.withoutClient(async (trx) => {
    await resetAttempts(trx, LOGIN_RATE_LIMIT, attemptKey);
    await undoAttempt(trx, networkFailureRateLimit(attempt.network), attempt.network);
    if (!(await isFamiliarNetwork(trx, account, attempt.network, clock())))
      await undoAttempt(trx, UNFAMILIAR_NETWORK_RATE_LIMIT, account);
    await recordFamiliarNetwork(trx, account, attempt.network, clock());
  });
}

/** Enqueues the mail that warns an account's owner, once a day. An unknown name costs as much work as a known one. */
async function enqueueBruteForceAlert(deps: Deps, attempt: PasswordAttempt, now: Date): Promise<void> {
  try {
    await deps.db.withoutClient(async (trx) => {
      await countAttemptIn(trx, [bruteForceAlertRateLimit(accountKey(attempt))], now, { THROTTLE: 'normal' });
      await enqueueAccessMail(deps, trx, 'guessed', attempt.account);
    });
  } catch (error) {
    // A Failure 429 means that today's mail was already sent.
    if (!(error instanceof Failure)) throw error;
  }
}
