import { beginAttempt, blockedFor, forgive, rateLimited } from '#server/cluster/rate-limit.ts';
import type { Deps } from '#server/domain/deps.ts';
import { createTurns } from '#server/platform/gate.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { hashPassword, passwordMatches } from '#server/platform/passwords.ts';
import type { Share } from '#server/platform/shared-limit.ts';
import { Failure } from '#shared/http/failure.ts';
import { limitMails, limitTokens, PASSWORD_CHANGE } from './access-limits.ts';
import { requestMail } from './access-mails.ts';
import { rememberNetwork } from './familiar-networks.store.ts';
import { spendAllTokens } from './one-time-token.store.ts';
import { spendToken } from './one-time-token.ts';
import { keepSession, revokeOtherSessions } from './password.store.ts';
import { accountKey } from './password-attempt.ts';
import type { Sessions } from './session.ts';
import { activateUser, findUserByEmail, readUser, setPassword, type UserPlace } from './user.store.ts';

/** Sends a link to set a new password; an unknown address gets the same answer (readings S9). */
export async function requestReset(deps: Deps, visitor: string, email: string) {
  await limitMails(deps, visitor, email);
  await deps.db.withoutClient(async (trx) => requestMail(deps, trx, 'reset', await findUserByEmail(trx, email)));
  return { message: 'Si hay una cuenta con ese email, te enviamos un enlace para cambiar la contraseña' };
}

/**
 * Sets a new password by the token of the mail and ends every session (readings S10). Whoever reads that mail owns the
 * address, so the account is active from then on.
 *
 * @throws Failure 422 for a token that is unknown, used or older than an hour
 */
export async function resetPassword(
  deps: Deps,
  sessions: Sessions,
  visitor: string,
  { token, password }: { token: string; password: string },
) {
  await limitTokens(deps, visitor);
  const now = deps.clock();
  const hash = await hashPassword(password, { key: visitor, known: false });
  await spendToken(deps.db, { token, purpose: 'reset', now }, async (trx, owner) => {
    await setPassword(trx, owner, hash);
    await activateUser(trx, owner, now);
    await spendAllTokens(trx, owner, now);
    await revokeOtherSessions(trx, owner, { except: null, now });
    // Whoever has the link reads the account's mails.
    await rememberNetwork(trx, accountKey({ account: owner, username: '' }), visitor, now);
    await requestMail(deps, trx, 'password-changed', owner);
    sessions.forgetClient(trx, owner.clientId);
  });
  return { message: 'La contraseña fue cambiada correctamente' };
}

/** Changes of one user go one after the other on a node, so that right passwords that come together aren't each other's failures. */
const inTurn = createTurns({ waiting: Number.POSITIVE_INFINITY });

/**
 * Changes the password of the caller, whose session goes on; every other one ends (readings S10).
 *
 * @throws Failure 400 on `currentPassword` when it is wrong (never 401: readings S15); 429 after five wrong ones
 */
export async function changePassword(
  deps: Deps,
  sessions: Sessions,
  caller: Caller,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
) {
  return inTurn(userKey(caller), async () => {
    await assertCurrentPassword(deps, caller, currentPassword);
    const hash = await hashPassword(newPassword, shareOf(caller));
    const now = deps.clock();
    await deps.db.withClient(caller.clientId, async (trx) => {
      const epoch = await setPassword(trx, caller, hash);
      await keepSession(trx, caller.clientId, caller.sessionId, epoch);
      await revokeOtherSessions(trx, caller, { except: caller.sessionId, now });
      await spendAllTokens(trx, caller, now);
      await requestMail(deps, trx, 'password-changed', caller);
      sessions.forgetClient(trx, caller.clientId);
    });
    return { message: 'Contraseña modificada correctamente' };
  });
}

const userKey = ({ clientId, userId }: UserPlace) => `${clientId}:${userId}`;

/** Whoever has a session is known. */
const shareOf = (user: UserPlace): Share => ({ key: `user ${userKey(user)}`, known: true });

async function assertCurrentPassword({ db, config, clock }: Deps, caller: Caller, password: string) {
  const counted = config.THROTTLE !== 'off';
  const guesser = userKey(caller);
  if (counted) {
    await db.withoutClient(async (trx) => {
      const now = clock();
      if (await beginAttempt(trx, PASSWORD_CHANGE, guesser, now)) return;
      throw rateLimited(await blockedFor(trx, PASSWORD_CHANGE, guesser, now));
    });
  }
  const user = await db.withClient(caller.clientId, (trx) => readUser(trx, caller));
  if (!(await passwordMatches(user?.passwordHash ?? null, password, shareOf(caller)))) {
    const message = 'La contraseña actual no es correcta';
    throw new Failure(400, message, [{ field: 'currentPassword', message }]);
  }
  if (counted) await db.withoutClient((trx) => forgive(trx, PASSWORD_CHANGE, guesser));
}
