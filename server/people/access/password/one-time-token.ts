import type { Trx } from '#server/db/connection.ts';
import type { Database } from '#server/db/database.ts';
import type { UserKey } from '#server/people/domain/user-key.ts';
import type { Principal } from '#server/platform/secrets/principal.ts';
import { newToken, tokenDigest } from '#server/platform/secrets/token-hash.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { HOUR_MS } from '#shared/kit/time-units.ts';
import { EMAIL_CHANGE_HOURS } from '#shared/people/email-change.ts';
import { STOP_CORRECTION_HOURS } from '#shared/people/email-correction.ts';
import { INVITATION_HOURS } from '#shared/people/rules/invitation-mail.ts';
import { RECOVERY_VOID_HOURS } from '#shared/people/second-factor/factor-recovery.ts';
import {
  findActivated,
  findTokenClient,
  insertToken,
  markActivated,
  markTokenUsed,
  readValidToken,
  revokeTokens,
  type TokenPurpose,
} from './one-time-token.store.ts';

/** Hours until a link expires (readings S10). */
const LINK_HOURS: Record<TokenPurpose, number> = {
  activation: 48,
  reset: 1,
  'vouched-reset': INVITATION_HOURS,
  'email-old': EMAIL_CHANGE_HOURS,
  'email-new': EMAIL_CHANGE_HOURS,
  'factor-recovery': RECOVERY_VOID_HOURS,
  'email-correction': STOP_CORRECTION_HOURS,
};

/** Finds the client of a link's token, valid or not; null for an unknown token. */
export const clientOfToken = (db: Database, token: string): Promise<number | null> =>
  db.withoutClient((trx) => findTokenClient(trx, tokenDigest(token)));

/**
 * Issues the token of a link: 32 random bytes. Only the SHA-256 hash is stored.
 *
 * @param hours until the link expires
 */
export async function issueToken(
  trx: Trx,
  principal: Principal,
  purpose: TokenPurpose,
  now: Date,
  hours = LINK_HOURS[purpose],
): Promise<string> {
  const { token, hash } = newToken();
  const expiresAt = new Date(now.getTime() + hours * HOUR_MS);
  await insertToken(trx, principal, { hash, purpose, now, expiresAt });
  return token;
}

/** Reads a valid token without using it; null if it is used or expired. */
export const readToken = (trx: Trx, clientId: number, token: string, now: Date) =>
  readValidToken(trx, clientId, tokenDigest(token), now);

/**
 * Marks a token of a client's user, or of the staff (`clientId: null`), as used.
 *
 * @returns whether it was valid: of concurrent calls with one token exactly one succeeds
 */
export async function spendToken(
  trx: Trx,
  clientId: number | null,
  { token, purpose, now }: { token: string; purpose: TokenPurpose; now: Date },
): Promise<boolean> {
  return (await markTokenUsed(trx, clientId, { hash: tokenDigest(token), purpose, now })) !== null;
}

/** Remembers that a link activated its account. */
export const keepActivation = (trx: Trx, clientId: number, token: string): Promise<void> =>
  markActivated(trx, clientId, tokenDigest(token));

/** Returns the user of a link that activated its account and hasn't expired; null for any other link. */
export async function activatedBy(trx: Trx, clientId: number, token: string, now: Date): Promise<UserKey | null> {
  const userId = await findActivated(trx, clientId, tokenDigest(token), now);
  return userId === null ? null : { clientId, userId };
}

/**
 * Ends the links of a person's mails.
 *
 * @param only `change` ends only links that change the e-mail, `reset` only links to a new password that anybody may
 *   request
 */
export const endLinks = (trx: Trx, principal: Principal, now: Date, only?: 'change' | 'reset'): Promise<void> =>
  revokeTokens(trx, principal, now, only);

/**
 * Marks a token as used and runs `work`, in one transaction. Of concurrent calls with one token exactly one succeeds.
 *
 * @param again answers for a token that can't be used any more; null refuses it
 * @throws Failure 422 for a token that is unknown, used or expired, with one message for all three
 */
export async function consumeToken<T>(
  db: Database,
  { token, purpose, now }: { token: string; purpose: TokenPurpose; now: Date },
  work: (trx: Trx, userKey: UserKey) => Promise<T>,
  again?: (trx: Trx, clientId: number) => Promise<T | null>,
): Promise<T> {
  const hash = tokenDigest(token);
  const clientId = await clientOfToken(db, token);
  if (clientId === null) throw invalidToken(purpose);
  return db.withClient(clientId, async (trx) => {
    const userId = await markTokenUsed(trx, clientId, { hash, purpose, now });
    if (userId !== null) return work(trx, { clientId, userId });
    const answer = await again?.(trx, clientId);
    if (!answer) throw invalidToken(purpose);
    return answer;
  });
}

/** Advice to a person with an invalid link. A link that stops something can't be requested again. */
const NEXT_STEPS: Partial<Record<TokenPurpose, string>> = {
  'email-correction': 'Si no pediste el cambio, hablá con tu proveedor',
  'factor-recovery': 'Si no pediste la recuperación, hablá con tu proveedor',
};

/** The refusal of a link that is unknown, used or expired. */
export function invalidToken(purpose: TokenPurpose): Failure {
  const message = `El enlace venció o ya se usó. ${NEXT_STEPS[purpose] ?? 'Pedí uno nuevo'}`;
  return new Failure(422, message, [{ field: 'token', message }]);
}
