import { run, type Trx } from '#server/db/connection.ts';

/**
 * Uses a valid link that stops a correction, and gives its user the former e-mail again.
 *
 * @param hash of the link's token
 * @param trx a transaction of the token's client
 * @returns the user; null for an invalid link and for a removed user
 */
export async function restoreEmail(
  trx: Trx,
  { hash, email, now }: { hash: Buffer; email: string; now: Date },
): Promise<{ userId: number; username: string } | null> {
  const [user] = await run<{ userId: number; username: string }>(
    trx,
    'SELECT user_id AS "userId", username FROM restore_email($1, $2, $3)',
    [hash, email, now],
  );
  return user ?? null;
}
