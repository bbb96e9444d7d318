import { execute, run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import type { UserKey } from '#server/domain/user-key.ts';

export type TokenPurpose = 'activation' | 'reset' | 'email-old' | 'email-new' | 'factor-recovery' | 'email-correction';

export async function insertToken(
  trx: Trx,
  { clientId, userId }: UserKey,
  token: { hash: Buffer; purpose: TokenPurpose; now: Date; expiresAt: Date },
): Promise<void> {
  await execute(
    trx,
    `INSERT INTO one_time_tokens (client_id, user_id, hash, purpose, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [clientId, userId, token.hash, token.purpose, token.now, token.expiresAt],
  );
}

const FIND_TOKEN_CLIENT = statement('one-time-token.find-token-client', 'SELECT find_token($1) AS client_id', {
  nullable: ['client_id'],
});

/** Finds the client of a token, used or not; null for an unknown token. */
export async function findTokenClient(trx: Trx, hash: Buffer): Promise<number | null> {
  const [found] = await run(trx, FIND_TOKEN_CLIENT, [hash]);
  return found?.client_id ?? null;
}

const READ_VALID_TOKEN: Statement<{ userId: number; purpose: TokenPurpose }> = statement(
  'one-time-token.read-valid-token',
  `SELECT user_id AS "userId", purpose FROM one_time_tokens
   WHERE client_id = $1 AND hash = $2 AND used_at IS NULL AND expires_at > $3`,
);

/** Reads a valid token without using it. @returns null if the token is used or expired */
export async function readValidToken(
  trx: Trx,
  clientId: number,
  hash: Buffer,
  now: Date,
): Promise<{ userId: number; purpose: TokenPurpose } | null> {
  const [token] = await run(trx, READ_VALID_TOKEN, [clientId, hash, now]);
  return token ?? null;
}

const MARK_TOKEN_USED = statement(
  'one-time-token.mark-token-used',
  `UPDATE one_time_tokens SET used_at = $4
   WHERE client_id = $1 AND hash = $2 AND purpose = $3 AND used_at IS NULL AND expires_at > $4 RETURNING user_id`,
);

/** Marks a valid token as used. @returns the user's id; null if the token is used, expired or for another purpose */
export async function markTokenUsed(
  trx: Trx,
  clientId: number,
  { hash, purpose, now }: { hash: Buffer; purpose: TokenPurpose; now: Date },
): Promise<number | null> {
  const [token] = await run(trx, MARK_TOKEN_USED, [clientId, hash, purpose, now]);
  return token?.user_id ?? null;
}

/** Remembers that a link activated its account. */
export async function markActivated(trx: Trx, clientId: number, hash: Buffer): Promise<void> {
  await execute(trx, 'UPDATE one_time_tokens SET activated = true WHERE client_id = $1 AND hash = $2', [
    clientId,
    hash,
  ]);
}

const FIND_ACTIVATED = statement(
  'one-time-token.find-activated',
  'SELECT user_id FROM one_time_tokens WHERE client_id = $1 AND hash = $2 AND activated AND expires_at > $3',
);

/** Returns the user of a link that activated its account and hasn't expired; null for any other link. */
export async function findActivated(trx: Trx, clientId: number, hash: Buffer, now: Date): Promise<number | null> {
  const [token] = await run(trx, FIND_ACTIVATED, [clientId, hash, now]);
  return token?.user_id ?? null;
}

const CHANGE_PURPOSES = ['email-old', 'email-new'] as const satisfies readonly TokenPurpose[];

/** All purposes but the stops of a recovery and of a correction, which a new password must not take from the account's owner. */
const REVOKED_PURPOSES = ['activation', 'reset', ...CHANGE_PURPOSES] as const satisfies readonly TokenPurpose[];

/**
 * Marks a user's unused tokens as used, so that no older link can replace a new password, and deletes the open change of the e-mail,
 * which needs its links.
 *
 * @param only `change` keeps the links of other mails valid
 */
export async function revokeTokens(trx: Trx, { clientId, userId }: UserKey, now: Date, only?: 'change'): Promise<void> {
  await execute(
    trx,
    `WITH change AS (DELETE FROM email_changes WHERE client_id = $1 AND user_id = $2)
     UPDATE one_time_tokens SET used_at = $3
     WHERE client_id = $1 AND user_id = $2 AND used_at IS NULL AND purpose = ANY($4)`,
    [clientId, userId, now, only ? CHANGE_PURPOSES : REVOKED_PURPOSES],
  );
}
