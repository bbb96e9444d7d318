import type { Deps } from '#server/integrations/deps.ts';
import { enqueueAccessMail } from '#server/people/access/access-mails.ts';
import { rateLimitTokens } from '#server/people/access/rate-limits.ts';
import type { Device } from '#server/people/access/session/device.ts';
import { rateLimitOwnMails } from '#server/people/access/session/known-origin.ts';
import { activateUser, isInvited, lockUser, readUsername } from '#server/people/access/user.store.ts';
import { assertWithoutUsername, hashChosenPassword } from '#server/people/domain/chosen-password.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { userPrincipal } from '#server/platform/secrets/principal.ts';
import { consumeToken } from './one-time-token.ts';
import { changeOwnPassword, type PasswordSession, setPasswordByLink } from './own-password.ts';

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
    const principal = userPrincipal(owner);
    await setPasswordByLink(deps, trx, principal, { hash, network, now });
    await activateUser(trx, owner, now);
    // An invited owner chose the first one.
    if (!user || !isInvited(user)) await enqueueAccessMail(deps, trx, 'password-changed', owner);
    deps.events.record(trx, owner.clientId, 'password.reset', { principal, name: await readUsername(trx, owner) });
  });
  return { message: 'La contraseña fue cambiada correctamente' };
}

/** Returns the session of a user of a client, in which the password is changed. */
const passwordSession = (deps: Deps, caller: Caller): PasswordSession => ({
  principal: userPrincipal(caller),
  sessionId: caller.sessionId,
  async hash(chosen, owner) {
    assertWithoutUsername(deps, chosen, caller.username);
    return hashChosenPassword(deps, chosen, owner);
  },
  finish: (trx) => enqueueAccessMail(deps, trx, 'password-changed', caller),
});

/**
 * Changes the caller's password, as `changeOwnPassword`. A password that contains the user's name is refused, too.
 *
 * @throws Failure 400, 422, 429
 */
export const changePassword = (deps: Deps, caller: Caller, typed: { currentPassword: string; newPassword: string }) =>
  changeOwnPassword(deps, passwordSession(deps, caller), typed);
