import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { recordFamiliarNetwork } from '#server/people/domain/familiar-networks.store.ts';
import { endSessions } from '#server/people/domain/session-limit.ts';
import type { UserKey } from '#server/people/domain/user-key.ts';
import { DUMMY_HASH } from '#server/platform/secrets/passwords.ts';
import { type Principal, userPrincipal } from '#server/platform/secrets/principal.ts';
import { insertMember, type NewMember } from './member.store.ts';
import { accountKey } from './password/attempt.ts';
import { revokeTokens } from './password/one-time-token.store.ts';
import { setPassword } from './password/password.store.ts';
import { findUserByEmail } from './user.store.ts';

/**
 * Adds an active user to a company, from a network that counts as familiar: the link of the invitation's mail proves that the user
 * reads it.
 */
export async function addMember(trx: Trx, clientId: number, member: NewMember, network: string): Promise<UserKey> {
  const userKey = { clientId, userId: await insertMember(trx, clientId, member) };
  await recordFamiliarNetwork(trx, accountKey({ account: userKey, username: '' }), network, member.now);
  return userKey;
}

/** Ends all sessions and links of a user, on all nodes. */
export async function endAccess(deps: Pick<Deps, 'bus' | 'clock'>, trx: Trx, userKey: UserKey): Promise<void> {
  const principal = userPrincipal(userKey);
  await endSessions(deps, trx, principal, null);
  await revokeTokens(trx, principal, deps.clock());
}

/** Replaces a person's password by a hash that matches none: only a reset by mail sets another one. @returns the new epoch */
export const withdrawPassword = (trx: Trx, principal: Principal): Promise<number> =>
  setPassword(trx, principal, DUMMY_HASH);

/** Finds the user who has an address, in any company. For mails to this user only. */
export const userWithEmail = (trx: Trx, email: string): Promise<UserKey | null> => findUserByEmail(trx, email);
