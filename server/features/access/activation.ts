import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/domain/deps.ts';
import { DUMMY_HASH } from '#server/platform/passwords.ts';
import { limitMails, limitTokens } from './access-limits.ts';
import { requestMail } from './access-mails.ts';
import { rememberNetwork } from './familiar-networks.store.ts';
import { issueToken, spendToken } from './one-time-token.ts';
import { accountKey } from './password-attempt.ts';
import { activateUser, findUserByEmail, lockUser, setPassword, type UserPlace } from './user.store.ts';

/**
 * Activates an account by the token of its mail (D1 §4). If its address received several registrations, anybody may have
 * sent the latest: its password is dropped, and the answer opens a reset (`reset_token`). Where only the specified keys are
 * answered, the reset goes out by mail.
 *
 * @throws Failure 422 for a token that is unknown, used or older than 48 hours
 */
export async function activateAccount(deps: Deps, visitor: string, token: string) {
  await limitTokens(deps, visitor);
  const now = deps.clock();
  const reset = await spendToken(deps.db, { token, purpose: 'activation', now }, async (trx, place) => {
    const mustChoose = await dropForeignPassword(trx, place);
    await activateUser(trx, place, now);
    // Whoever has the link reads the account's mails.
    await rememberNetwork(trx, accountKey({ account: place, username: '' }), visitor, now);
    if (!mustChoose) return null;
    if (!deps.config.STRICT_CONTRACT) return issueToken(trx, place, 'reset', now);
    await requestMail(deps, trx, 'choose-password', place);
    return null;
  });
  return { code: 200, message: 'La cuenta se activó correctamente', ...(reset && { reset_token: reset }) };
}

/** @returns whether the account has no password that its owner is known to have chosen */
async function dropForeignPassword(trx: Trx, place: UserPlace): Promise<boolean> {
  const user = await lockUser(trx, place);
  if (!user) return false;
  if (user.activatedAt || user.registrations === 1) return user.passwordHash === DUMMY_HASH;
  await setPassword(trx, place, DUMMY_HASH);
  return true;
}

/** Sends the activation mail again; an unknown address gets the same answer (readings S9). */
export async function resendActivation(deps: Deps, visitor: string, email: string) {
  await limitMails(deps, visitor, email);
  await deps.db.withoutClient(async (trx) => requestMail(deps, trx, 'activation', await findUserByEmail(trx, email)));
  return { message: 'Si hay una cuenta con ese email, te enviamos el enlace de activación' };
}
