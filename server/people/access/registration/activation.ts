import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { enqueueAccessMail } from '#server/people/access/access-mails.ts';
import { accountKey } from '#server/people/access/password/attempt.ts';
import {
  activatedBy,
  consumeToken,
  invalidToken,
  issueToken,
  keepActivation,
} from '#server/people/access/password/one-time-token.ts';
import { setPassword } from '#server/people/access/password/password.store.ts';
import { rateLimitTokens } from '#server/people/access/rate-limits.ts';
import type { Device } from '#server/people/access/session/device.ts';
import { rateLimitOwnMails } from '#server/people/access/session/known-origin.ts';
import { activateUser, lockUser, readUsername } from '#server/people/access/user.store.ts';
import { recordFamiliarNetwork } from '#server/people/domain/familiar-networks.store.ts';
import type { UserKey } from '#server/people/domain/user-key.ts';
import { DUMMY_HASH } from '#server/platform/secrets/passwords.ts';
import { userPrincipal } from '#server/platform/secrets/principal.ts';

/**
 * Activates an account by the token of its mail (D1 §4). If an address received several registrations, anybody may have
 * sent the latest one: its password is cleared, and the reply contains a token to set a new one (`reset_token`). In
 * strict mode the token goes out by mail, because replies contain only the specified keys.
 *
 * A scanner of mails may open the link before its reader does. Opened again within its 48 hours, the link that activated
 * the account answers the same and changes nothing (readings C59).
 *
 * @throws Failure 422 for a token that is unknown, older than 48 hours, or of an account that another link activated
 */
export async function activateAccount(deps: Deps, network: string, token: string) {
  await rateLimitTokens(deps, network);
  const now = deps.clock();
  const activated = await consumeToken(
    deps.db,
    { token, purpose: 'activation', now },
    async (trx, userKey) => {
      const { wasActive, mustChoose } = await clearUnconfirmedPassword(trx, userKey);
      if (wasActive && !mustChoose) throw invalidToken('activation');
      await activateUser(trx, userKey, now);
      if (!wasActive) await keepActivation(trx, userKey.clientId, token);
      const user = { id: userKey.userId, username: await readUsername(trx, userKey) };
      deps.events.record(trx, userKey.clientId, 'user.activated', user);
      // The link proves that its user reads the account's mails.
      await recordFamiliarNetwork(trx, accountKey({ account: userKey, username: '' }), network, now);
      if (deps.config.STRICT_CONTRACT && mustChoose) await enqueueAccessMail(deps, trx, 'choose-password', userKey);
      return answerOf(deps, trx, userKey, { mustChoose, now });
    },
    async (trx, clientId) => {
      const userKey = await activatedBy(trx, clientId, token, now);
      // Returns no token for a password: the address may have been corrected since, so the mailbox may be somebody
      // else's.
      return userKey && answerOf(deps, trx, userKey, { mustChoose: false, now });
    },
  );
  return { code: 200, message: 'La cuenta se activó correctamente', ...activated };
}

/**
 * Returns the reply's keys beyond the specified ones: the user name, and a token to set a password that is still
 * missing.
 */
async function answerOf(
  { config }: Pick<Deps, 'config'>,
  trx: Trx,
  userKey: UserKey,
  { mustChoose, now }: { mustChoose: boolean; now: Date },
): Promise<{ username?: string; reset_token?: string }> {
  if (config.STRICT_CONTRACT) return {};
  const username = await readUsername(trx, userKey);
  return { username, ...(mustChoose && { reset_token: await issueToken(trx, userPrincipal(userKey), 'reset', now) }) };
}

/**
 * Clears the password of an account with several registrations.
 *
 * @returns whether the account is active already, and whether the owner has to choose a password
 */
async function clearUnconfirmedPassword(
  trx: Trx,
  userKey: UserKey,
): Promise<{ wasActive: boolean; mustChoose: boolean }> {
  const user = await lockUser(trx, userKey);
  if (!user) return { wasActive: false, mustChoose: false };
  const wasActive = Boolean(user.activatedAt);
  if (wasActive || user.registrations === 1) return { wasActive, mustChoose: user.passwordHash === DUMMY_HASH };
  await setPassword(trx, userPrincipal(userKey), DUMMY_HASH);
  return { wasActive, mustChoose: true };
}

/** Sends the activation mail again; an unknown address gets the same answer (readings S9). */
export async function resendActivation(deps: Deps, device: Device, email: string) {
  const user = await rateLimitOwnMails(deps, device, email, 'activation');
  await deps.db.withoutClient(async (trx) => {
    await enqueueAccessMail(deps, trx, 'activation', user);
    deps.events.record(trx, user?.clientId ?? null, 'user.activation_requested');
  });
  return { message: 'Si hay una cuenta con ese email, te enviamos el enlace de activación' };
}
