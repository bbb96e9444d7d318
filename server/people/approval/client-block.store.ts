import { execute, run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import type { UserKey } from '#server/people/domain/user-key.ts';
import type { StaffClientUser } from '#shared/people/staff-client-users.ts';

// Functions run in a transaction of the role `provider`, unless they name another one.

const SET_CLIENT_BLOCK = statement(
  'client-block.set-client-block',
  `UPDATE clients c SET blocked_reason = $2, blocked_at = CASE WHEN $2::text IS NULL THEN NULL ELSE coalesce(c.blocked_at, $3) END
   FROM (SELECT client_id, blocked_reason FROM clients WHERE client_id = $1 FOR NO KEY UPDATE) before
   WHERE c.client_id = before.client_id RETURNING before.blocked_reason IS DISTINCT FROM $2 AS changed`,
);

/**
 * Sets the reason of a client's block, or ends it with null. Keeps the time of a running block.
 *
 * @returns whether the reason is another one; null for an unknown client
 */
export async function setClientBlock(
  trx: Trx,
  clientId: number,
  reason: string | null,
  now: Date,
): Promise<boolean | null> {
  const [row] = await run(trx, SET_CLIENT_BLOCK, [clientId, reason, now]);
  return row?.changed ?? null;
}

const SET_USER_BLOCK = statement(
  'client-block.set-user-block',
  `UPDATE users u SET blocked_reason = $3, blocked_at = CASE WHEN $3::text IS NULL THEN NULL ELSE coalesce(u.blocked_at, $4) END
   FROM (SELECT id, blocked_reason FROM users WHERE client_id = $1 AND id = $2 AND removed_at IS NULL FOR NO KEY UPDATE) before
   WHERE u.client_id = $1 AND u.id = before.id RETURNING before.blocked_reason IS DISTINCT FROM $3 AS changed`,
);

/** Like `setClientBlock`, for a user. @returns null for an unknown or removed user */
export async function setUserBlock(
  trx: Trx,
  { clientId, userId }: UserKey,
  reason: string | null,
  now: Date,
): Promise<boolean | null> {
  const [row] = await run(trx, SET_USER_BLOCK, [clientId, userId, reason, now]);
  return row?.changed ?? null;
}

const REVOKE_SESSIONS = statement('client-block.revoke-sessions', 'SELECT revoke_sessions($1, $2, $3) AS ended');

/** Revokes the sessions of a client, or of one of its users. @returns how many */
export async function revokeSessions(trx: Trx, clientId: number, userId: number | null, now: Date): Promise<number> {
  const [row] = await run(trx, REVOKE_SESSIONS, [clientId, userId, now]);
  return row?.ended ?? 0;
}

/** Ends the links in mails of the users of a client, or of one of them, who haven't activated their accounts. */
export async function withdrawActivationLinks(
  trx: Trx,
  { clientId, userId }: { clientId: number; userId: number | null },
  now: Date,
): Promise<void> {
  await execute(
    trx,
    `SELECT revoke_links($1, id, $3) FROM users
     WHERE client_id = $1 AND ($2::bigint IS NULL OR id = $2) AND activated_at IS NULL`,
    [clientId, userId, now],
  );
}

/**
 * Records that a user's e-mail was corrected. Invalidates the links in earlier mails, except the one that stops a recovery of the
 * second factor, and stops the open recovery: its mails would reach the new address alone.
 */
export async function endFormerEmail(trx: Trx, clientId: number, userId: number, now: Date): Promise<void> {
  await execute(
    trx,
    'UPDATE users SET email_corrected_at = $3, email_stopped_at = NULL WHERE client_id = $1 AND id = $2',
    [clientId, userId, now],
  );
  await execute(trx, 'SELECT revoke_links($1, $2, $3), stop_recovery($1, $2, $3)', [clientId, userId, now]);
}

/** A user without the sessions, which the role `provider` can't read. */
export type UserData = Omit<StaffClientUser, 'sessions' | 'last_seen_at'>;

const DATA = `id, username, email, first_name, last_name, phone, role, wire_time(activated_at) AS activated_at,
    suspended_at IS NOT NULL AS suspended, wire_time(blocked_at) AS blocked_at, blocked_reason`;

const USERS = `SELECT ${DATA} FROM users WHERE client_id = $1 AND removed_at IS NULL`;

const USERS_WITH_SESSIONS = `SELECT ${DATA},
    (SELECT count(*)::integer FROM sessions s WHERE s.client_id = $1 AND s.user_id = users.id AND s.revoked_at IS NULL
      AND s.expires_at > $2 AND s.password_epoch = users.password_epoch) AS sessions,
    (SELECT wire_time(max(s.last_seen_at)) FROM sessions s WHERE s.client_id = $1 AND s.user_id = users.id) AS last_seen_at
  FROM users WHERE client_id = $1 AND removed_at IS NULL`;

const READ_USERS: Statement<StaffClientUser> = statement(
  'client-block.read-users',
  `${USERS_WITH_SESSIONS} ORDER BY created_at, id`,
  { nullable: ['activated_at', 'blocked_at', 'last_seen_at'] },
);

/** Reads the users of a client with their sessions, by age. @param trx a transaction of the client */
export function readUsers(trx: Trx, clientId: number, now: Date): Promise<StaffClientUser[]> {
  return run(trx, READ_USERS, [clientId, now]);
}

const READ_USER_WITH_SESSIONS: Statement<StaffClientUser> = statement(
  'client-block.read-user-with-sessions',
  `${USERS_WITH_SESSIONS} AND id = $3`,
  { nullable: ['activated_at', 'blocked_at', 'last_seen_at'] },
);

/** Reads a user of a client with the sessions; null for an unknown or removed one. @param trx a transaction of the client */
export async function readUserWithSessions(
  trx: Trx,
  { clientId, userId }: UserKey,
  now: Date,
): Promise<StaffClientUser | null> {
  const [user] = await run(trx, READ_USER_WITH_SESSIONS, [clientId, now, userId]);
  return user ?? null;
}

const LOCK_USER: Statement<UserData> = statement('client-block.lock-user', `${USERS} AND id = $2 FOR NO KEY UPDATE`, {
  nullable: ['activated_at', 'blocked_at'],
});

/** Reads a user of a client, locked for a change of the user's data; null for an unknown or removed one. */
export async function lockUser(trx: Trx, clientId: number, userId: number): Promise<UserData | null> {
  const [user] = await run(trx, LOCK_USER, [clientId, userId]);
  return user ?? null;
}

const READ_USER: Statement<UserData> = statement('client-block.read-user', `${USERS} AND id = $2`, {
  nullable: ['activated_at', 'blocked_at'],
});

/** Reads a user of a client; null for an unknown or removed one. */
export async function readUser(trx: Trx, clientId: number, userId: number): Promise<UserData | null> {
  const [user] = await run(trx, READ_USER, [clientId, userId]);
  return user ?? null;
}

/** Replaces the data of a user that `lockUser` read. */
export async function updateUserData(trx: Trx, clientId: number, user: UserData): Promise<void> {
  await execute(
    trx,
    'UPDATE users SET email = $3, first_name = $4, last_name = $5, phone = $6 WHERE client_id = $1 AND id = $2',
    [clientId, user.id, user.email, user.first_name, user.last_name, user.phone],
  );
}
