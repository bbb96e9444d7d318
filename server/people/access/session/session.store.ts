import { execute, run, type Trx } from '#server/db/connection.ts';
import type { Database } from '#server/db/database.ts';
import type { Rows } from '#server/db/rows.ts';
import { bind, type Statement, statement } from '#server/db/statement.ts';
import { termsAccepted } from '#server/people/access/terms.store.ts';
import { hasFactor } from '#server/people/domain/second-factor/has-factor.store.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import type { UserRole } from '#shared/people/rules/permissions.ts';

/** A session that is neither revoked nor of an older password nor of a suspended user, with the current flags of its client. */
export interface LiveSession {
  caller: Caller;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
}

type SessionRow = Omit<Rows['session.read'], 'role'> & { role: UserRole };

const FIND = statement('session.client', 'SELECT find_session($1) AS client_id', {
  prepared: true,
  nullable: ['client_id'],
});

const READ: Statement<SessionRow> = statement(
  'session.read',
  `
    SELECT s.id, s.user_id, s.created_at, s.last_seen_at, s.expires_at, u.username, u.role,
      c.approved_at IS NOT NULL AS approved, c.rejection_reason, coalesce(c.blocked_reason, u.blocked_reason) AS blocked_reason,
      c.prepago, c.logistica_inversa, c.fulfillment, s.factor_at IS NOT NULL AS factor_given, s.code_at, ${hasFactor('u')} AS has_factor,
      CASE WHEN $4 THEN c.factor_required_from END AS factor_required_from,
      (SELECT f.username FROM users f WHERE f.client_id = s.client_id ORDER BY f.created_at, f.id LIMIT 1) AS logon_name,
      ${termsAccepted('$3')} AS terms_accepted,
      (SELECT min(t.binds_from) FROM terms t WHERE t.id > coalesce(c.terms_accepted, 0) AND t.binds_from > $3) AS terms_bind_from
    FROM sessions s
    JOIN users u ON u.client_id = s.client_id AND u.id = s.user_id AND u.password_epoch = s.password_epoch
      AND u.suspended_at IS NULL AND u.removed_at IS NULL
    JOIN clients c ON c.client_id = s.client_id
    WHERE s.client_id = $1 AND s.id = ANY($2) AND s.revoked_at IS NULL`,
  { prepared: true, nullable: ['blocked_reason', 'factor_required_from', 'terms_bind_from'] },
);

/** Finds the client of a session; null for an unknown session. */
export async function findSessionClient(db: Database, sessionId: string): Promise<number | null> {
  const [[found]] = await db.read(null, [bind(FIND, [sessionId])]);
  return found?.client_id ?? null;
}

/**
 * Reads the sessions of a client that are neither revoked nor of an older password nor of a suspended or removed user.
 *
 * @param canSetUp whether users can set up a second factor here; otherwise no company's requirement counts
 */
export async function readLiveSessions(
  db: Database,
  clientId: number,
  sessionIds: readonly string[],
  { now, canSetUp }: { now: Date; canSetUp: boolean },
): Promise<LiveSession[]> {
  const [rows] = await db.read(clientId, [bind(READ, [clientId, sessionIds, now, canSetUp])]);
  return rows.map((row) => ({
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
    caller: {
      clientId,
      sessionId: row.id,
      userId: row.user_id,
      username: row.username,
      logonName: row.logon_name,
      role: row.role,
      approved: row.approved,
      rejectionReason: row.rejection_reason,
      blockedReason: row.blocked_reason,
      prepago: row.prepago,
      logistica_inversa: row.logistica_inversa,
      fulfillment: row.fulfillment,
      termsAccepted: row.terms_accepted,
      termsBindFrom: row.terms_bind_from,
      hasFactor: row.has_factor,
      factorGiven: row.factor_given,
      codeAt: row.code_at,
      factorRequiredFrom: row.factor_required_from,
      setUpDue: !row.has_factor && row.factor_required_from !== null && row.factor_required_from <= now,
    },
  }));
}

export async function markSeen(db: Database, clientId: number, sessionId: string, now: Date): Promise<void> {
  await db.withClient(clientId, (trx) =>
    execute(trx, 'UPDATE sessions SET last_seen_at = $3 WHERE client_id = $1 AND id = $2 AND last_seen_at < $3', [
      clientId,
      sessionId,
      now,
    ]),
  );
}

const REVOKE_SESSION = statement(
  'session.revoke-session',
  `UPDATE sessions s SET revoked_at = $3 FROM users u
   WHERE s.client_id = $1 AND s.id = $2 AND s.revoked_at IS NULL AND u.client_id = s.client_id AND u.id = s.user_id
   RETURNING u.id, u.username`,
);

/** Revokes a session. @returns its user; null if it had ended before */
export async function revokeSession(
  trx: Trx,
  clientId: number,
  sessionId: string,
  now: Date,
): Promise<{ id: number; username: string } | null> {
  const [user] = await run(trx, REVOKE_SESSION, [clientId, sessionId, now]);
  return user ?? null;
}
