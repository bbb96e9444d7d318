import type { Trx } from '#server/db/connection.ts';
import { recordFamiliarNetwork } from '#server/domain/familiar-networks.store.ts';
import { revokeSessions } from '#server/domain/sessions.store.ts';
import type { UserKey } from '#server/domain/user-key.ts';
import { DUMMY_HASH } from '#server/platform/passwords.ts';
import { type Principal, userPrincipal } from '#server/platform/principal.ts';
import { insertMember, type NewMember } from './member.store.ts';
import { revokeTokens } from './one-time-token.store.ts';
import { setPassword } from './password.store.ts';
import { accountKey } from './password-attempt.ts';
import type { Sessions } from './session.ts';
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
export async function endAccess(trx: Trx, sessions: Sessions, userKey: UserKey, now: Date): Promise<void> {
  await revokeSessions(trx, userPrincipal(userKey), { except: null, now });
  await revokeTokens(trx, userPrincipal(userKey), now);
  sessions.invalidateClient(trx, userKey.clientId);
}

/** Replaces a person's password by a hash that matches none: only a reset by mail sets another one. */
export async function withdrawPassword(trx: Trx, principal: Principal): Promise<void> {
  await setPassword(trx, principal, DUMMY_HASH);
}

/** Finds the user who has an address, in any company. For mails to this user only. */
export const userWithEmail = (trx: Trx, email: string): Promise<UserKey | null> => findUserByEmail(trx, email);
