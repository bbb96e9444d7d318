import { createHash, randomBytes } from 'node:crypto';
import { run, type Trx } from '#server/db/connection.ts';
import type { Database } from '#server/db/database.ts';
import { Failure } from '#shared/http/failure.ts';
import type { UserPlace } from './user.store.ts';

export type TokenPurpose = 'activation' | 'reset';

/** Hours that a link is good for (readings S10). */
const LINK_HOURS: Record<TokenPurpose, number> = { activation: 48, reset: 1 };

const HOUR = 3_600_000;

const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** Makes the secret of a link: 32 random bytes, of which only the hash is kept. */
export async function issueToken(trx: Trx, place: UserPlace, purpose: TokenPurpose, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await trx
    .insertInto('one_time_tokens')
    .values({
      client_id: place.clientId,
      hash: hashOf(token),
      user_id: place.userId,
      purpose,
      created_at: now,
      expires_at: new Date(now.getTime() + LINK_HOURS[purpose] * HOUR),
    })
    .execute();
  return token;
}

/**
 * Spends a token and does what it is for, both or neither. Of any number of attempts at once, one gets through.
 *
 * @throws Failure 422 for a token that is unknown, used or too old: all three say the same
 */
export async function spendToken<T>(
  db: Database,
  { token, purpose, now }: { token: string; purpose: TokenPurpose; now: Date },
  work: (trx: Trx, place: UserPlace) => Promise<T>,
): Promise<T> {
  const hash = hashOf(token);
  const clientId = await db.withoutClient(async (trx) => {
    const [found] = await run<{ client_id: number | null }>(trx, 'SELECT find_token($1) AS client_id', [hash]);
    return found?.client_id ?? null;
  });
  if (clientId === null) throw spent();
  return db.withClient(clientId, async (trx) => {
    const row = await trx
      .updateTable('one_time_tokens')
      .set({ used_at: now })
      .where('client_id', '=', clientId)
      .where('hash', '=', hash)
      .where('purpose', '=', purpose)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning('user_id')
      .executeTakeFirst();
    if (!row) throw spent();
    return work(trx, { clientId, userId: row.user_id });
  });
}

/** Every link of a user that is still open is spent: a new password ends the ways around it. */
export async function spendAllTokens(trx: Trx, { clientId, userId }: UserPlace, now: Date): Promise<void> {
  await trx
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}

function spent(): Failure {
  const message = 'El enlace venció o ya se usó. Pedí uno nuevo';
  return new Failure(422, message, [{ field: 'token', message }]);
}
