import { beginAttempt, rateLimited, resetAttempts, secondsUntilAllowed } from '#server/cluster/rate-limit.ts';
import { assertWithoutUsername, hashChosenPassword } from '#server/domain/chosen-password.ts';
import type { Deps } from '#server/domain/deps.ts';
import { recordFamiliarNetwork } from '#server/domain/familiar-networks.store.ts';
import { rateLimitNotices } from '#server/domain/mail-rate-limits.ts';
import { forgetWrongCodes } from '#server/domain/second-factor/limit-codes.ts';
import { revokeSessions } from '#server/domain/sessions.store.ts';
import type { UserKey } from '#server/domain/user-key.ts';
import { createKeyedQueue } from '#server/platform/concurrency-limit.ts';
import type { QueueOwner } from '#server/platform/fair-concurrency-limit.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { passwordMatches } from '#server/platform/passwords.ts';
import { userPrincipal } from '#server/platform/principal.ts';
import { Failure } from '#shared/http/failure.ts';
import { enqueueAccessMail } from './access-mails.ts';
import { PASSWORD_CHANGE_RATE_LIMIT, rateLimitTokens } from './access-rate-limits.ts';
import type { Device } from './device.ts';
import { rateLimitOwnMails } from './known-origin.ts';
import { revokeTokens } from './one-time-token.store.ts';
import { consumeToken } from './one-time-token.ts';
import { updateSessionEpoch } from './password.store.ts';
import { accountKey } from './password-attempt.ts';
import type { Sessions } from './session.ts';
import { activateUser, isInvited, lockUser, readUser, readUsername, setPassword } from './user.store.ts';

/** Sends a link to set a new password; an unknown address gets the same answer (readings S9). */
export async function requestReset(deps: Deps, device: Device, email: string) {
  const user = await rateLimitOwnMails(deps, device, email, 'recovery');
  await deps.db.withoutClient(async (trx) => {
    await enqueueAccessMail(deps, trx, 'reset', user);
    deps.events.record(trx, user?.clientId ?? null, 'password.reset_requested');
  });
  return { message: 'Si hay una cuenta con ese email, te enviamos un enlace para cambiar la contraseña' };
}

/**
 * Sets a new password by the token of a mail and revokes every session (readings S10). The token also proves the
 * ownership of the address, so the account is activated.
 *
 * @throws Failure 422 for a token that is unknown, used or older than an hour, and on `password` for a very common password or one
 *   that contains the user's name, which leave the token unused
 */
export async function resetPassword(
  deps: Deps,
  sessions: Sessions,
  network: string,
  { token, password }: { token: string; password: string },
) {
  await rateLimitTokens(deps, network);
  const now = deps.clock();
  const chosen = { field: 'password', password } as const;
  const hash = await hashChosenPassword(deps, chosen, { key: network, known: false });
  await consumeToken(deps.db, { token, purpose: 'reset', now }, async (trx, owner) => {
    const user = await lockUser(trx, owner);
    if (user) assertWithoutUsername(deps, chosen, user.username);
    await setPassword(trx, owner, hash);
    await activateUser(trx, owner, now);
    await revokeTokens(trx, owner, now);
    await revokeSessions(trx, userPrincipal(owner), { except: null, now });
    // The link proves that its user reads the account's mails.
    await recordFamiliarNetwork(trx, accountKey({ account: owner, username: '' }), network, now);
    // Whoever knew the old password may have given wrong codes, which would delay the owner's next one.
    await forgetWrongCodes(trx, userPrincipal(owner));
    // An invited owner chose the first one.
    if (!user || !isInvited(user)) await enqueueAccessMail(deps, trx, 'password-changed', owner);
    const by = { id: owner.userId, username: await readUsername(trx, owner) };
    deps.events.record(trx, owner.clientId, 'password.reset', by);
    sessions.invalidateClient(trx, owner.clientId);
  });
  return { message: 'La contraseña fue cambiada correctamente' };
}

/** Mutex per user on this node, so that concurrent correct passwords don't count as each other's failures. */
const mutex = createKeyedQueue({ maxQueued: Number.POSITIVE_INFINITY });

/**
 * Changes the caller's password. Keeps the caller's session and revokes all others (readings S10).
 *
 * @throws Failure 400 on `currentPassword` if it is wrong (never 401: readings S15); 422 on `newPassword` for a very common password
 *   or one that contains the user's name; 429 after five wrong ones, and after ten changes in an hour
 */
export async function changePassword(
  deps: Deps,
  sessions: Sessions,
  caller: Caller,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
) {
  return mutex(passwordLockKey(caller), async () => {
    const username = await assertCurrentPassword(deps, caller, currentPassword);
    const chosen = { field: 'newPassword', password: newPassword } as const;
    assertWithoutUsername(deps, chosen, username);
    const hash = await hashChosenPassword(deps, chosen, hashingShare(caller));
    const now = deps.clock();
    await deps.db.withClient(caller.clientId, async (trx) => {
      await rateLimitNotices(trx, deps, 'password', `user ${passwordLockKey(caller)}`);
      const epoch = await setPassword(trx, caller, hash);
      await updateSessionEpoch(trx, caller.clientId, caller.sessionId, epoch);
      await revokeSessions(trx, userPrincipal(caller), { except: caller.sessionId, now });
      await revokeTokens(trx, caller, now);
      await enqueueAccessMail(deps, trx, 'password-changed', caller);
      deps.events.record(trx, caller.clientId, 'password.changed');
      sessions.invalidateClient(trx, caller.clientId);
    });
    return { message: 'Contraseña modificada correctamente' };
  });
}

/**
 * Checks the caller's current password before a change that a stolen session must not make.
 *
 * @throws Failure 400 on `currentPassword` if it is wrong; 429 after five wrong ones, together with changes of the password
 */
export const confirmPassword = (deps: Deps, caller: Caller, password: string): Promise<void> =>
  mutex(passwordLockKey(caller), async () => {
    await assertCurrentPassword(deps, caller, password);
  });

const passwordLockKey = ({ clientId, userId }: UserKey) => `${clientId}:${userId}`;

/** Returns the hashing queue's key of a user; users with a session have priority. */
const hashingShare = (user: UserKey): QueueOwner => ({ key: `user ${passwordLockKey(user)}`, known: true });

/** @returns the caller's user name */
async function assertCurrentPassword({ db, config, clock }: Deps, caller: Caller, password: string): Promise<string> {
  const counted = config.THROTTLE !== 'off';
  const attemptKey = passwordLockKey(caller);
  if (counted) {
    await db.withoutClient(async (trx) => {
      const now = clock();
      if (await beginAttempt(trx, PASSWORD_CHANGE_RATE_LIMIT, attemptKey, now)) return;
      throw rateLimited(await secondsUntilAllowed(trx, PASSWORD_CHANGE_RATE_LIMIT, attemptKey, now));
    });
  }
  const user = await db.withClient(caller.clientId, (trx) => readUser(trx, caller));
  if (!(await passwordMatches(user?.passwordHash ?? null, password, hashingShare(caller))) || !user) {
    const message = 'La contraseña actual no es correcta';
    throw new Failure(400, message, [{ field: 'currentPassword', message }]);
  }
  if (counted) await db.withoutClient((trx) => resetAttempts(trx, PASSWORD_CHANGE_RATE_LIMIT, attemptKey));
  return user.username;
}
