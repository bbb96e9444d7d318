import { run, type Trx } from '#server/db/connection.ts';
import type { UserKey } from '#server/domain/user-key.ts';

/** Records that the former address stopped the last correction of a user's e-mail. @returns the user; null for a removed one */
export async function markCorrectionStopped(
  trx: Trx,
  { clientId, userId }: UserKey,
  now: Date,
): Promise<{ username: string; correctedAt: Date | null } | null> {
  const [user] = await run<{ username: string; correctedAt: Date | null }>(
    trx,
    `UPDATE users SET email_stopped_at = $3 WHERE client_id = $1 AND id = $2 AND removed_at IS NULL
     RETURNING username, email_corrected_at AS "correctedAt"`,
    [clientId, userId, now],
  );
  return user ?? null;
}
