import { run, type Trx } from '#server/db/connection.ts';
import { statement } from '#server/db/statement.ts';
import type { UserKey } from '#server/people/domain/user-key.ts';

const MARK_CORRECTION_STOPPED = statement(
  'email-correction.mark-correction-stopped',
  `UPDATE users SET email_stopped_at = $3 WHERE client_id = $1 AND id = $2 AND removed_at IS NULL
   RETURNING username, email_corrected_at AS "correctedAt"`,
);

/** Records that the former address stopped the last correction of a user's e-mail. @returns the user; null for a removed one */
export async function markCorrectionStopped(
  trx: Trx,
  { clientId, userId }: UserKey,
  now: Date,
): Promise<{ username: string; correctedAt: Date | null } | null> {
  const [user] = await run(trx, MARK_CORRECTION_STOPPED, [clientId, userId, now]);
  return user ?? null;
}
