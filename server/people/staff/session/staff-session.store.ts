import { execute, run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import { staffHasFactor, staffHasPasskey } from '#server/people/domain/second-factor/has-factor.store.ts';
import type { StaffRole } from '#shared/people/rules/staff-permissions.ts';

export type SessionKind = 'browser' | 'terminal';

/** A session with its person, as it authenticates a call. */
export interface SessionRow {
  sessionId: number;
  kind: SessionKind;
  factorGiven: boolean;
  /** When the second step was last given in the session; null before it. */
  factorAt: Date | null;
  /** Whether the time of last use is older than a minute. */
  stale: boolean;
  staffId: number;
  name: string;
  email: string;
  role: StaffRole;
  suspended: boolean;
  hasFactor: boolean;
  hasPasskey: boolean;
}

// A session that a suspension has ended is found until the person is readmitted, to answer with the reason.
const FIND: Statement<SessionRow> = statement(
  'staff-session.find',
  `
  SELECT s.id AS "sessionId", s.kind, s.factor_at IS NOT NULL AS "factorGiven", s.factor_at AS "factorAt",
    s.last_seen_at < $3::timestamptz - interval '1 minute' AS stale, st.id AS "staffId", st.name, st.email, st.role,
    st.suspended_at IS NOT NULL AS suspended, ${staffHasFactor('st')} AS "hasFactor",
    ${staffHasPasskey('st')} AS "hasPasskey"
  FROM staff_sessions s JOIN staff st ON st.id = s.staff_id AND st.password_epoch = s.password_epoch
  WHERE s.hash = $1 AND s.kind = $2 AND s.expires_at > $3 AND (s.revoked_at IS NULL OR s.revoked_at >= st.suspended_at)`,
);

/** Finds an open session by its token's hash. Updates its time of last use at most once a minute. */
export async function findSession(
  trx: Trx,
  { hash, kind, now }: { hash: Buffer; kind: SessionKind; now: Date },
): Promise<SessionRow | null> {
  const [found] = await run(trx, FIND, [hash, kind, now]);
  if (found?.stale) {
    await execute(trx, 'UPDATE staff_sessions SET last_seen_at = $2 WHERE id = $1', [found.sessionId, now]);
  }
  return found ?? null;
}

export interface NewStaffSession {
  hash: Buffer;
  staffId: number;
  passwordEpoch: number;
  kind: SessionKind;
  now: Date;
  expiresAt: Date;
  /** Whether the session needs no second step. */
  complete: boolean;
  network: string;
  device: string;
}

export async function insertSession(trx: Trx, session: NewStaffSession): Promise<void> {
  const { hash, staffId, passwordEpoch, kind, now, expiresAt, complete, network, device } = session;
  await execute(
    trx,
    `INSERT INTO staff_sessions (hash, staff_id, password_epoch, kind, created_at, last_seen_at, expires_at, factor_at,
       network, device) VALUES ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9)`,
    [hash, staffId, passwordEpoch, kind, now, expiresAt, complete ? now : null, network, device],
  );
}

const COMPLETE_SESSION = statement(
  'staff-session.complete-session',
  `UPDATE staff_sessions SET hash = $2, factor_at = $3 WHERE id = $1 AND revoked_at IS NULL AND factor_at IS NULL
   RETURNING password_epoch`,
);

/**
 * Marks the second step of an open session as done and replaces its token.
 *
 * @returns the epoch of the password that opened it; null for a session that has ended or lacked no step
 */
export async function completeSession(trx: Trx, sessionId: number, hash: Buffer, now: Date): Promise<number | null> {
  const [completed] = await run(trx, COMPLETE_SESSION, [sessionId, hash, now]);
  return completed?.password_epoch ?? null;
}

/** Replaces the token of a session. */
export async function replaceToken(trx: Trx, sessionId: number, hash: Buffer): Promise<void> {
  await execute(trx, 'UPDATE staff_sessions SET hash = $2 WHERE id = $1', [sessionId, hash]);
}

/** Records that the second step was given again in a complete session. */
export async function markFactorGiven(trx: Trx, sessionId: number, now: Date): Promise<void> {
  await execute(trx, 'UPDATE staff_sessions SET factor_at = $2 WHERE id = $1 AND factor_at IS NOT NULL', [
    sessionId,
    now,
  ]);
}

const REVOKE_SESSION_BY_HASH = statement(
  'staff-session.revoke-session-by-hash',
  `UPDATE staff_sessions s SET revoked_at = $2 FROM staff st
   WHERE s.hash = $1 AND s.revoked_at IS NULL AND st.id = s.staff_id RETURNING st.id, st.name`,
);

/** Revokes a session by its token's hash, of whatever kind. @returns its person; null if it had ended before */
export async function revokeSessionByHash(
  trx: Trx,
  hash: Buffer,
  now: Date,
): Promise<{ id: number; name: string } | null> {
  const [person] = await run(trx, REVOKE_SESSION_BY_HASH, [hash, now]);
  return person ?? null;
}

/** An open session in a person's list. */
export interface ListedSession {
  id: number;
  kind: SessionKind;
  device: string;
  network: string;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
}

const READ_SESSIONS: Statement<ListedSession> = statement(
  'staff-session.read-sessions',
  `SELECT s.id, s.kind, s.device, s.network, wire_time(s.created_at) AS created_at,
     wire_time(s.last_seen_at) AS last_seen_at, wire_time(s.expires_at) AS expires_at
   FROM staff_sessions s JOIN staff st ON st.id = s.staff_id AND st.password_epoch = s.password_epoch
   WHERE s.staff_id = $1 AND s.revoked_at IS NULL AND s.expires_at > $2
   ORDER BY s.last_seen_at DESC, s.id DESC`,
);

/** Reads the open sessions of a person, the latest use first. */
export async function readSessions(trx: Trx, staffId: number, now: Date): Promise<ListedSession[]> {
  return run(trx, READ_SESSIONS, [staffId, now]);
}

const DELETE_EXPIRED_SESSIONS = statement(
  'staff-session.delete-expired-sessions',
  'SELECT delete_expired_staff_sessions($1, $2) AS n',
);

/** Deletes up to `limit` sessions that ended long ago. @returns how many */
export async function deleteExpiredSessions(trx: Trx, now: Date, limit: number): Promise<number> {
  const [row] = await run(trx, DELETE_EXPIRED_SESSIONS, [now, limit]);
  return row?.n ?? 0;
}
