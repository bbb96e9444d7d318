import type { Database } from '#server/db/database.ts';
import type { Caller } from '#server/platform/http/caller.ts';

/** A session that is neither revoked nor of an older password, with what its client may do now. */
export interface LiveSession {
  caller: Caller;
  lastSeenAt: Date;
  expiresAt: Date;
}

const FIND = {
  name: 'session_client',
  text: 'SELECT find_session($1) AS client_id',
};

// The newest terms count: once there are newer ones, those before are no longer enough (readings S5).
const READ = {
  name: 'session_read',
  text: `
    SELECT s.user_id, s.last_seen_at, s.expires_at, u.username, c.prepago, c.logistica_inversa, c.fulfillment,
      coalesce(c.terms_accepted, 0) >= coalesce((SELECT max(id) FROM terms), 0) AS terms_accepted
    FROM sessions s
    JOIN users u ON u.client_id = s.client_id AND u.id = s.user_id AND u.password_epoch = s.password_epoch
    JOIN clients c ON c.client_id = s.client_id
    WHERE s.client_id = $1 AND s.id = $2 AND s.revoked_at IS NULL`,
};

/** Client whose session this is, or null. */
export async function findSessionClient(db: Database, sessionId: string): Promise<number | null> {
  const [found] = await db.read(null, [{ ...FIND, values: [sessionId] }]);
  return found?.rows[0]?.client_id ?? null;
}

export async function readLiveSession(db: Database, clientId: number, sessionId: string): Promise<LiveSession | null> {
  const [read] = await db.read(clientId, [{ ...READ, values: [clientId, sessionId] }]);
  const row = read?.rows[0];
  if (!row) return null;
  return {
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
    caller: {
      clientId,
      sessionId,
      userId: row.user_id,
      username: row.username,
      prepago: row.prepago,
      logistica_inversa: row.logistica_inversa,
      fulfillment: row.fulfillment,
      termsAccepted: row.terms_accepted,
    },
  };
}

export async function markSeen(db: Database, clientId: number, sessionId: string, now: Date): Promise<void> {
  await db.withClient(clientId, (trx) =>
    trx
      .updateTable('sessions')
      .set({ last_seen_at: now })
      .where('client_id', '=', clientId)
      .where('id', '=', sessionId)
      .where('last_seen_at', '<', now)
      .execute(),
  );
}

export async function revokeSession(db: Database, clientId: number, sessionId: string, now: Date): Promise<void> {
  await db.withClient(clientId, (trx) =>
    trx
      .updateTable('sessions')
      .set({ revoked_at: now })
      .where('client_id', '=', clientId)
      .where('id', '=', sessionId)
      .where('revoked_at', 'is', null)
      .execute(),
  );
}
