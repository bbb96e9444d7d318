import { execute, type Trx } from '#server/db/connection.ts';
import type { UserKey } from '#server/domain/user-key.ts';

/** Revokes the sessions of a user, except `except`, and forgets the browsers that the user trusts. */
export async function revokeOtherSessions(
  trx: Trx,
  { clientId, userId }: UserKey,
  { except, now }: { except: string | null; now: Date },
): Promise<number> {
  return execute(
    trx,
    `WITH forgotten AS (DELETE FROM trusted_devices WHERE client_id = $1 AND user_id = $2)
     UPDATE sessions SET revoked_at = $3
     WHERE client_id = $1 AND user_id = $2 AND revoked_at IS NULL AND ($4::uuid IS NULL OR id <> $4) RETURNING id`,
    [clientId, userId, now, except],
  );
}

/** Sets the password epoch of a session, so that the session stays valid after a password change. */
export async function updateSessionEpoch(trx: Trx, clientId: number, sessionId: string, epoch: number): Promise<void> {
  await execute(trx, 'UPDATE sessions SET password_epoch = $3 WHERE client_id = $1 AND id = $2', [
    clientId,
    sessionId,
    epoch,
  ]);
}
