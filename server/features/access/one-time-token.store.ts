import { run, type Trx } from '#server/db/connection.ts';
import type { UserKey } from './user.store.ts';

export type TokenPurpose = 'activation' | 'reset';

export async function insertToken(
  trx: Trx,
  { clientId, userId }: UserKey,
  token: { hash: Buffer; purpose: TokenPurpose; now: Date; expiresAt: Date },
): Promise<void> {
  await run(
    trx,
    `INSERT INTO one_time_tokens (client_id, user_id, hash, purpose, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [clientId, userId, token.hash, token.purpose, token.now, token.expiresAt],
  );
}

/** Client whose token this is, spent or not, or null. */
export async function findTokenClient(trx: Trx, hash: Buffer): Promise<number | null> {
  const [found] = await run<{ client_id: number | null }>(trx, 'SELECT find_token($1) AS client_id', [hash]);
  return found?.client_id ?? null;
}

/** Spends a token that is good for this. Answers whose it is; null for one that is used, too old or for something else. */
export async function markTokenUsed(
  trx: Trx,
  clientId: number,
  { hash, purpose, now }: { hash: Buffer; purpose: TokenPurpose; now: Date },
): Promise<number | null> {
  const [token] = await run<{ user_id: number }>(
    trx,
    `UPDATE one_time_tokens SET used_at = $4
     WHERE client_id = $1 AND hash = $2 AND purpose = $3 AND used_at IS NULL AND expires_at > $4 RETURNING user_id`,
    [clientId, hash, purpose, now],
  );
  return token?.user_id ?? null;
}

/** Every link of a user that is still open is spent: a new password ends the ways around it. */
export async function revokeAllTokens(trx: Trx, { clientId, userId }: UserKey, now: Date): Promise<void> {
  await run(trx, 'UPDATE one_time_tokens SET used_at = $3 WHERE client_id = $1 AND user_id = $2 AND used_at IS NULL', [
    clientId,
    userId,
    now,
  ]);
}
