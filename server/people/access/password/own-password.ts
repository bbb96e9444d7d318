import { beginAttempt, rateLimited, resetAttempts, secondsUntilAllowed } from '#server/cluster/rate-limit.ts';
import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { LOGIN_RATE_LIMIT, loginSubject, PASSWORD_CHANGE_RATE_LIMIT } from '#server/people/access/rate-limits.ts';
import type { ChosenPassword } from '#server/people/domain/chosen-password.ts';
import { recordFamiliarNetwork } from '#server/people/domain/familiar-networks.store.ts';
import { rateLimitNotices } from '#server/people/domain/mail/mail-rate-limits.ts';
import { withPrincipal } from '#server/people/domain/principal-tables.ts';
import { forgetWrongCodes } from '#server/people/domain/second-factor/limit-codes.ts';
import { endSessions } from '#server/people/domain/session-limit.ts';
import { createKeyedQueue } from '#server/platform/concurrency/concurrency-limit.ts';
import type { QueueOwner } from '#server/platform/concurrency/fair-concurrency-limit.ts';
import { passwordMatches } from '#server/platform/secrets/passwords.ts';
import { accountOf, type Principal } from '#server/platform/secrets/principal.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { revokeTokens } from './one-time-token.store.ts';
import { lockPassword, readPassword, setPassword, updateSessionEpoch } from './password.store.ts';

/**
 * A session whose person changes the password. Users of clients and the staff go through the same steps; only which passwords are
 * accepted and how a change is finished differ.
 */
export interface PasswordSession {
  principal: Principal;
  /** UUID of a user's session, number of a session of the staff. */
  sessionId: string | number;
  /** Hashes a password that the person chooses. @throws Failure 422 on the password's field for one that is refused; 503 */
  hash: (chosen: ChosenPassword, owner: QueueOwner) => Promise<string>;
  /** Enqueues the mail that reports the change. For the staff, also renews the session's token. */
  finish: (trx: Trx) => Promise<void>;
}

/** Maximum number of a person's waiting calls. More would delay the owner's own change, and outlive the session. */
const MAX_WAITING = 20;

/** Mutex per person on this node, so that concurrent correct passwords don't count as each other's failures. */
const mutex = createKeyedQueue({ maxQueued: MAX_WAITING });

/**
 * Changes the password of a session's person. Keeps the session and revokes all others (readings S10).
 *
 * @throws Failure 400 on `currentPassword` if it is wrong (never 401: readings S15); 401 if the session has ended meanwhile; 422 on
 *   `newPassword` for one that is refused; 429 after five wrong ones, and after ten changes in an hour; 503 with many calls at once
 */
export async function changeOwnPassword(
  deps: Deps,
  { principal, sessionId, hash, finish }: PasswordSession,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
) {
  return mutex(accountOf(principal), async () => {
    const compared = await assertCurrentPassword(deps, principal, currentPassword);
    const hashed = await hash({ field: 'newPassword', password: newPassword }, hashingShare(principal));
    await withPrincipal(deps.db, principal, async (trx) => {
      await rateLimitNotices(trx, deps, 'password', accountOf(principal));
      // Changed, withdrawn or reset since it was compared.
      if (!(await lockPassword(trx, principal, compared))) throw wrongPassword();
      const epoch = await setPassword(trx, principal, hashed);
      // Ended since the call began, by its person or by a suspension.
      if (!(await updateSessionEpoch(trx, principal, sessionId, epoch))) throw new Failure(401, messages.unauthorized);
      await endSessions(deps, trx, principal, sessionId);
      await revokeTokens(trx, principal, deps.clock());
      await finish(trx);
      deps.events.record(trx, principal.clientId, 'password.changed', principal);
    });
    return { message: 'Contraseña modificada correctamente' };
  });
}

/**
 * Checks a person's current password before a change that a stolen session must not make.
 *
 * @throws Failure 400 on `currentPassword` if it is wrong; 429 after five wrong ones, together with changes of the password
 */
export const confirmPassword = (deps: Deps, principal: Principal, password: string): Promise<void> =>
  mutex(accountOf(principal), async () => {
    await assertCurrentPassword(deps, principal, password);
  });

/** Returns the hashing queue's key of a person; people with a session have priority. */
const hashingShare = (principal: Principal): QueueOwner => ({ key: accountOf(principal), known: true });

function wrongPassword(): Failure {
  const message = 'La contraseña actual no es correcta';
  return new Failure(400, message, [{ field: 'currentPassword', message }]);
}

/** @returns the epoch of the compared password */
async function assertCurrentPassword(
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
  principal: Principal,
  password: string,
): Promise<number> {
  const counted = config.THROTTLE !== 'off';
  const account = accountOf(principal);
  if (counted) {
    await db.withoutClient(async (trx) => {
      const now = clock();
      if (await beginAttempt(trx, PASSWORD_CHANGE_RATE_LIMIT, account, now)) return;
      throw rateLimited(await secondsUntilAllowed(trx, PASSWORD_CHANGE_RATE_LIMIT, account, now));
    });
  }
  const stored = await withPrincipal(db, principal, (trx) => readPassword(trx, principal));
  if (!(await passwordMatches(stored?.hash ?? null, password, hashingShare(principal))) || !stored)
    throw wrongPassword();
  if (counted) await db.withoutClient((trx) => resetAttempts(trx, PASSWORD_CHANGE_RATE_LIMIT, account));
  return stored.epoch;
}

/** A new password by the link of a mail. */
export interface PasswordByLink {
  hash: string;
  /** Network from which the link was used. */
  network: string;
  now: Date;
}

/**
 * Sets a person's password by a link: ends the other links and all sessions (readings S10). The network counts as familiar, because the
 * link proves that the person reads the account's mails.
 */
export async function setPasswordByLink(
  deps: Deps,
  trx: Trx,
  principal: Principal,
  { hash, network, now }: PasswordByLink,
): Promise<void> {
  await setPassword(trx, principal, hash);
  await revokeTokens(trx, principal, now);
  await endSessions(deps, trx, principal, null);
  await recordFamiliarNetwork(trx, accountOf(principal), network, now);
  // Whoever guessed the old password, or knew it and guessed codes, would delay the owner's next login.
  await forgetWrongCodes(trx, principal);
  await resetAttempts(trx, PASSWORD_CHANGE_RATE_LIMIT, accountOf(principal));
  await resetAttempts(trx, LOGIN_RATE_LIMIT, loginSubject(accountOf(principal), network));
}
