import { setTimeout as sleep } from 'node:timers/promises';
import { beginAttempt, countAttemptIn, forgive, takeBack } from '#server/cluster/rate-limit.ts';
import type { Deps } from '#server/domain/deps.ts';
import { createTurns } from '#server/platform/gate.ts';
import { passwordMatches } from '#server/platform/passwords.ts';
import type { Share } from '#server/platform/shared-limit.ts';
import { Failure } from '#shared/http/failure.ts';
import { fold } from '#shared/rules/fold.ts';
import { FREE_ATTEMPTS, guessAlerts, LOGIN, networkFailures, UNFAMILIAR } from './access-limits.ts';
import { requestMail } from './access-mails.ts';
import { isFamiliar, rememberNetwork } from './familiar-networks.store.ts';
import { readUser, type User, type UserPlace } from './user.store.ts';

/** A password that somebody without a session tries. */
export interface PasswordAttempt {
  /** Account of the name; null where nobody has it. */
  account: UserPlace | null;
  username: string;
  password: string;
  /** Network that the attempt comes from. */
  visitor: string;
  /** Aborted when the visitor goes away. */
  signal: AbortSignal;
  /** Whether the account is the one that is meant; by default it is. */
  isMeant?: (user: User) => boolean;
}

// The client that no row belongs to: a look-up for nobody takes the same way as one for somebody.
const NOBODY: UserPlace = { clientId: 0, userId: 0 };

/** Attempts that this process delays at once; more are refused. */
const MOST_DELAYED = 1000;

let delayed = 0;

/**
 * On this node, attempts of one name and network go one after the other: so right passwords that arrive together don't count
 * as each other's failures, and a flood of wrong ones meets the wait.
 */
const inTurn = createTurns({ waiting: Number.POSITIVE_INFINITY });

/**
 * Compares a password within the limits of guessing (docs/decisions/0024): by account and network a back-off, by network 50
 * failures in ten minutes, by account a queue of attempts from networks that its owner never logged in from. An account that
 * doesn't exist is refused, delayed and hashed in the same way.
 *
 * @returns the user, or null for a wrong password and for an attempt that comes too early
 * @throws Failure 429 for a network with too many failures; 503 when too many passwords are being compared
 */
export async function attemptPassword(deps: Deps, attempt: PasswordAttempt): Promise<User | null> {
  const { account, password, visitor, signal, isMeant = () => true } = attempt;
  const guesser = `${accountKey(attempt)}\n${visitor}`;
  return inTurn(guesser, async () => {
    const turn = await takeTurn(deps, attempt, guesser);
    if (!turn || !(await pause(turn.delay, signal))) return null;
    const place = account ?? NOBODY;
    const user = await deps.db.withClient(place.clientId, (trx) => readUser(trx, place));
    const hash = user && isMeant(user) ? user.passwordHash : null;
    const matches = await passwordMatches(hash, password, turn.share);
    if (!user || !matches) return null;
    await takeAttemptBack(deps, attempt, guesser);
    return user;
  });
}

/** What failures count against: the account, not the spelling ('ana' and 'Aná' are one name). */
export function accountKey({ account, username }: Pick<PasswordAttempt, 'account' | 'username'>): string {
  return account ? `user ${account.clientId}:${account.userId}` : `name ${fold(username)}`;
}

interface Turn {
  share: Share;
  /** Seconds to wait before the password is compared. */
  delay: number;
}

/** Counts the attempt as failed before the hash is made, so that a hundred attempts at once can't all be tried. */
async function takeTurn(deps: Deps, attempt: PasswordAttempt, guesser: string): Promise<Turn | null> {
  const { db, clock, config } = deps;
  const { visitor } = attempt;
  const account = accountKey(attempt);
  const now = clock();
  const { turn, attempts } = await db.withoutClient(async (trx) => {
    const refused = { turn: null, attempts: 0 };
    if (!(await beginAttempt(trx, LOGIN, guesser, now))) return refused;
    if (config.THROTTLE !== 'off') await countAttemptIn(trx, [networkFailures(visitor)], now, config);
    const known = await isFamiliar(trx, account, visitor, now);
    const place = known ? { failures: 0, delay: 0 } : await beginAttempt(trx, UNFAMILIAR, account, now);
    if (place) return { turn: { share: { key: visitor, known }, delay: place.delay }, attempts: place.failures };
    // It wasn't tried.
    await takeBack(trx, LOGIN, guesser);
    return refused;
  });
  if (attempts === FREE_ATTEMPTS + 1) await alertOwner(deps, attempt, now);
  return turn;
}

/** Waits; false when too many wait already. */
async function pause(seconds: number, signal: AbortSignal): Promise<boolean> {
  if (seconds === 0) return true;
  if (delayed >= MOST_DELAYED) return false;
  delayed++;
  try {
    await sleep(seconds * 1000, undefined, { signal });
    return true;
  } finally {
    delayed--;
  }
}

async function takeAttemptBack({ db, clock }: Deps, attempt: PasswordAttempt, guesser: string): Promise<void> {
  const account = accountKey(attempt);
  await db.withoutClient(async (trx) => {
    await forgive(trx, LOGIN, guesser);
    await takeBack(trx, networkFailures(attempt.visitor), attempt.visitor);
    if (!(await isFamiliar(trx, account, attempt.visitor, clock()))) await takeBack(trx, UNFAMILIAR, account);
    await rememberNetwork(trx, account, attempt.visitor, clock());
  });
}

/** Asks for the mail that warns an account's owner, once a day. A name that nobody has costs the same work. */
async function alertOwner(deps: Deps, attempt: PasswordAttempt, now: Date): Promise<void> {
  try {
    await deps.db.withoutClient(async (trx) => {
      await countAttemptIn(trx, [guessAlerts(accountKey(attempt))], now, { THROTTLE: 'normal' });
      await requestMail(deps, trx, 'guessed', attempt.account);
    });
  } catch (error) {
    // It was sent today.
    if (!(error instanceof Failure)) throw error;
  }
}
