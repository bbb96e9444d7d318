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

/** A password that somebody without a session tries. */
export interface PasswordAttempt {
  /** Account of the name; null where nobody has it. */
  account: UserKey | null;
  username: string;
  password: string;
  /** Network that the attempt comes from. */
  network: string;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  /** Whether the account is the one that is meant; by default it is. */
  isMeant?: (user: User) => boolean;
}

// The client that no row belongs to: a look-up for nobody takes the same way as one for somebody.
const NOBODY: UserKey = { clientId: 0, userId: 0 };

/** Attempts that this process delays at once; more are refused. */
const MAX_DELAYED_ATTEMPTS = 1000;

let delayed = 0;

/**
 * On this node, attempts of one name and network go one after the other: so right passwords that arrive together don't count
 * as each other's failures, and a flood of wrong ones meets the wait.
 */
const mutex = createKeyedQueue({ maxQueued: Number.POSITIVE_INFINITY });

/**
 * Compares a password within the limits of guessing (docs/decisions/0024): by account and network a back-off, by network 50
 * failures in ten minutes, by account a queue of attempts from networks that its owner never logged in from. An account that
 * doesn't exist is refused, delayed and hashed in the same way.
 *
 * @returns the user, or null for a wrong password and for an attempt that comes too early
 * @throws Failure 429 for a network with too many failures; 503 when too many passwords are being compared
 */
export async function attemptPassword(deps: Deps, attempt: PasswordAttempt): Promise<User | null> {
  const { account, password, network, signal, isMeant = () => true } = attempt;
  const attemptKey = `${accountKey(attempt)}\n${network}`;
  return mutex(attemptKey, async () => {
    const turn = await admitAttempt(deps, attempt, attemptKey);
    if (!turn || !(await pause(turn.delay, signal))) return null;
    const userKey = account ?? NOBODY;
    const user = await deps.db.withClient(userKey.clientId, (trx) => readUser(trx, userKey));
    const hash = user && isMeant(user) ? user.passwordHash : null;
    const matches = await passwordMatches(hash, password, turn.share);
    if (!user || !matches) return null;
    await forgetFailedAttempt(deps, attempt, attemptKey);
    return user;
  });
}

/** What failures count against: the account, not the spelling ('ana' and 'Aná' are one name). */
export function accountKey({ account, username }: Pick<PasswordAttempt, 'account' | 'username'>): string {
  return account ? `user ${account.clientId}:${account.userId}` : `name ${fold(username)}`;
}

interface AdmittedAttempt {
  share: QueueOwner;
  /** Seconds to wait before the password is compared. */
  delay: number;
}

/** Counts the attempt as failed before the hash is made, so that a hundred attempts at once can't all be tried. */
async function admitAttempt(deps: Deps, attempt: PasswordAttempt, attemptKey: string): Promise<AdmittedAttempt | null> {
  const { db, clock, config } = deps;
  const { network } = attempt;
  const account = accountKey(attempt);
  const now = clock();
  const { turn, attempts } = await db.withoutClient(async (trx) => {
    const refused = { turn: null, attempts: 0 };
    if (!(await beginAttempt(trx, LOGIN_RATE_LIMIT, attemptKey, now))) return refused;
    if (config.THROTTLE !== 'off') await countAttemptIn(trx, [networkFailureRateLimit(network)], now, config);
    const known = await isFamiliarNetwork(trx, account, network, now);
    const limit = known
      ? { failures: 0, delay: 0 }
      : await beginAttempt(trx, UNFAMILIAR_NETWORK_RATE_LIMIT, account, now);
    if (limit) return { turn: { share: { key: network, known }, delay: limit.delay }, attempts: limit.failures };
    // It wasn't tried.
    await undoAttempt(trx, LOGIN_RATE_LIMIT, attemptKey);
    return refused;
  });
  if (attempts === FREE_ATTEMPTS + 1) await enqueueBruteForceAlert(deps, attempt, now);
  return turn;
}

/** Waits; false when too many wait already. */
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

/** Asks for the mail that warns an account's owner, once a day. A name that nobody has costs the same work. */
async function enqueueBruteForceAlert(deps: Deps, attempt: PasswordAttempt, now: Date): Promise<void> {
  try {
    await deps.db.withoutClient(async (trx) => {
      await countAttemptIn(trx, [bruteForceAlertRateLimit(accountKey(attempt))], now, { THROTTLE: 'normal' });
      await enqueueAccessMail(deps, trx, 'guessed', attempt.account);
    });
  } catch (error) {
    // It was sent today.
    if (!(error instanceof Failure)) throw error;
  }
}
