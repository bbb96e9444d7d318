import type { Deps } from '#server/deps.ts';
import { requestMail } from './access-mails.ts';
import { throttleMail, throttleToken } from './access-throttles.ts';
import { spendToken } from './one-time-token.ts';
import { activateUser, findUserByEmail } from './user.store.ts';

/**
 * Activates an account by the token of its mail (D1 §4).
 *
 * @throws Failure 422 for a token that is unknown, used or older than 48 hours
 */
export async function activateAccount(deps: Deps, visitor: string, token: string) {
  await throttleToken(deps, visitor);
  const now = deps.clock();
  await spendToken(deps.db, { token, purpose: 'activation', now }, (trx, place) => activateUser(trx, place, now));
  return { code: 200, message: 'La cuenta se activó correctamente' };
}

/** Sends the activation mail again; an unknown address gets the same answer (readings S9). */
export async function resendActivation(deps: Deps, visitor: string, email: string) {
  await throttleMail(deps, visitor, email);
  await deps.db.withoutClient(async (trx) => requestMail(deps, trx, 'activation', await findUserByEmail(trx, email)));
  return { message: 'Si hay una cuenta con ese email, te enviamos el enlace de activación' };
}
