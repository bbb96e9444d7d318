import { run, type Trx } from '#server/db/connection.ts';
import { bind, type Statement, statement } from '#server/db/statement.ts';
import { hasFactor } from '#server/people/domain/second-factor/has-factor.store.ts';
import type { UserKey } from '#server/people/domain/user-key.ts';

const OPEN_SESSIONS = statement(
  'session-list.open-sessions',
  `SELECT s.id, s.device, s.network, wire_time(s.created_at) AS created_at,
      wire_time(s.last_seen_at) AS last_seen_at, s.id = $3 AS current
    FROM sessions s
    JOIN users u ON u.client_id = s.client_id AND u.id = s.user_id AND u.password_epoch = s.password_epoch
    WHERE s.client_id = $1 AND s.user_id = $2 AND s.revoked_at IS NULL AND s.expires_at > $4 AND s.last_seen_at > $5
      AND (s.factor_at IS NOT NULL OR NOT ${hasFactor('u')})
    ORDER BY s.id = $3 DESC, s.last_seen_at DESC, s.id`,
);

/**
 * Returns the query of a user's open and complete sessions on the wire, the latest use first.
 *
 * @param unusedSince sessions last used before have ended
 */
export const listOpenSessions = (
  { clientId, userId }: UserKey,
  { current, now, unusedSince }: { current: string; now: Date; unusedSince: Date },
) => bind(OPEN_SESSIONS, [clientId, userId, current, now, unusedSince]);

/** Where and when a session began. */
export interface SessionOrigin {
  device: string;
  network: string;
  /** ISO 8601, −03:00. */
  created_at: string;
}

const READ_SESSION: Statement<SessionOrigin> = statement(
  'session-list.read-session',
  `SELECT device, network, wire_time(created_at) AS created_at FROM sessions
   WHERE client_id = $1 AND user_id = $2 AND id = $3`,
);

/** Reads a session of a user, open or not. */
export async function readSession(
  trx: Trx,
  { clientId, userId }: UserKey,
  sessionId: string,
): Promise<SessionOrigin | null> {
  const [session] = await run(trx, READ_SESSION, [clientId, userId, sessionId]);
  return session ?? null;
}
