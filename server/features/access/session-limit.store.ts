import { execute, type Trx } from '#server/db/connection.ts';
import { hasFactor } from '#server/domain/second-factor/has-factor.store.ts';
import { keptFirst } from '#server/domain/session-limit.ts';
import type { UserKey } from '#server/domain/user-key.ts';

/**
 * Revokes the open sessions of a user that are kept last (`keptFirst`), so that `keep` are left. Locks the user, so that of two logins at
 * once the later one counts the earlier one's session.
 *
 * @param halfNetwork network of a new session that lacks its second step: counts and revokes only such sessions of this network, so that a
 *   stolen password ends no session of the user. Null counts and revokes only complete sessions
 * @param unusedSince sessions last used before have ended
 * @returns how many were revoked
 */
export async function revokeSessionsBeyond(
  trx: Trx,
  { clientId, userId }: UserKey,
  { halfNetwork, keep, now, unusedSince }: { halfNetwork: string | null; keep: number; now: Date; unusedSince: Date },
): Promise<number> {
  // A statement of its own: the next one must see what was committed while this one waited.
  await execute(trx, 'SELECT FROM users WHERE client_id = $1 AND id = $2 FOR NO KEY UPDATE', [clientId, userId]);
  return execute(
    trx,
    `UPDATE sessions SET revoked_at = $3 WHERE client_id = $1 AND id IN (
       SELECT s.id FROM sessions s
       JOIN users u ON u.client_id = s.client_id AND u.id = s.user_id AND u.password_epoch = s.password_epoch
       WHERE s.client_id = $1 AND s.user_id = $2 AND s.revoked_at IS NULL AND s.expires_at > $3 AND s.last_seen_at > $4
         AND (s.factor_at IS NULL AND ${hasFactor('u')}) = ($5::text IS NOT NULL) AND ($5::text IS NULL OR s.network = $5)
       ORDER BY ${keptFirst('$3')} OFFSET $6)`,
    [clientId, userId, now, unusedSince, halfNetwork, keep],
  );
}
