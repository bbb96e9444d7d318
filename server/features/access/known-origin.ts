import type { Deps } from '#server/domain/deps.ts';
import { isFamiliarNetwork } from '#server/domain/familiar-networks.store.ts';
import { rateLimitMails } from '#server/domain/mail-rate-limits.ts';
import type { UserKey } from '#server/domain/user-key.ts';
import type { Device } from './device.ts';
import { isKnownDevice } from './known-device.store.ts';
import { accountKey } from './password-attempt.ts';
import { findUserByEmail } from './user.store.ts';

/** Stands for an account that doesn't exist, whose look-up takes as long. */
const NOBODY: UserKey = { clientId: 0, userId: 0 };

/**
 * Names the device or the network of a call as an origin, if a user has logged in from it: what a limit counts there doesn't count
 * elsewhere.
 *
 * @param user null for an account that doesn't exist
 */
async function knownOrigin(
  { db, clock }: Deps,
  user: UserKey | null,
  { hash, network }: Device,
): Promise<string | null> {
  const account = user ?? NOBODY;
  const isKnown = await db.withClient(account.clientId, (trx) => isKnownDevice(trx, account, hash));
  const isFamiliar = await db.withoutClient((trx) =>
    isFamiliarNetwork(trx, accountKey({ account, username: '' }), network, clock()),
  );
  if (isKnown) return `device ${hash.toString('base64url')}`;
  return isFamiliar ? `network ${network}` : null;
}

/**
 * Limits mails that anybody requests for the account with an address. Requests from where its user has logged in are counted apart.
 *
 * @returns the user; null without such an account
 * @throws Failure 429
 */
export async function rateLimitOwnMails(
  deps: Deps,
  device: Device,
  email: string,
  purpose: 'activation' | 'recovery',
): Promise<UserKey | null> {
  const user = await deps.db.withoutClient((trx) => findUserByEmail(trx, email));
  const origin = await knownOrigin(deps, user, device);
  await rateLimitMails(deps, { email, purpose, network: device.network, knownOrigin: origin });
  return user;
}
