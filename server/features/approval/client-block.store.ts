import { run, type Trx } from '#server/db/connection.ts';
import type { UserKey } from '#server/domain/user-key.ts';
import type { OperatorUser } from '#shared/ops/client-users.ts';

// All functions run in a transaction of the role `provider`.

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
  const [row] = await run<{ changed: boolean }>(
    trx,
    `UPDATE clients c SET blocked_reason = $2, blocked_at = CASE WHEN $2::text IS NULL THEN NULL ELSE coalesce(c.blocked_at, $3) END
     FROM (SELECT client_id, blocked_reason FROM clients WHERE client_id = $1 FOR NO KEY UPDATE) before
     WHERE c.client_id = before.client_id RETURNING before.blocked_reason IS DISTINCT FROM $2 AS changed`,
    [clientId, reason, now],
  );
  return row?.changed ?? null;
}

/** Like `setClientBlock`, for a user. @returns null for an unknown or removed user */
export async function setUserBlock(
  trx: Trx,
  { clientId, userId }: UserKey,
  reason: string | null,
  now: Date,
): Promise<boolean | null> {
  const [row] = await run<{ changed: boolean }>(
    trx,
    `UPDATE users u SET blocked_reason = $3, blocked_at = CASE WHEN $3::text IS NULL THEN NULL ELSE coalesce(u.blocked_at, $4) END
     FROM (SELECT id, blocked_reason FROM users WHERE client_id = $1 AND id = $2 AND removed_at IS NULL FOR NO KEY UPDATE) before
     WHERE u.client_id = $1 AND u.id = before.id RETURNING before.blocked_reason IS DISTINCT FROM $3 AS changed`,
    [clientId, userId, reason, now],
  );
  return row?.changed ?? null;
}

/** Revokes the sessions of a client, or of one of its users. */
export async function revokeSessions(trx: Trx, clientId: number, userId: number | null, now: Date): Promise<void> {
  await run(trx, 'SELECT revoke_sessions($1, $2, $3)', [clientId, userId, now]);
}

/** Invalidates the links in mails to a user. */
export async function revokeLinks(trx: Trx, clientId: number, userId: number, now: Date): Promise<void> {
  await run(trx, 'SELECT revoke_links($1, $2, $3)', [clientId, userId, now]);
}

const USERS = `SELECT id, username, email, first_name, last_name, phone, role, wire_time(activated_at) AS activated_at,
    suspended_at IS NOT NULL AS suspended, wire_time(blocked_at) AS blocked_at, blocked_reason
  FROM users WHERE client_id = $1 AND removed_at IS NULL`;

export function readUsers(trx: Trx, clientId: number): Promise<OperatorUser[]> {
  return run<OperatorUser>(trx, `${USERS} ORDER BY created_at, id`, [clientId]);
}

/** Reads a user of a client, locked for a change of the user's data; null for an unknown or removed one. */
export async function lockUser(trx: Trx, clientId: number, userId: number): Promise<OperatorUser | null> {
  const [user] = await run<OperatorUser>(trx, `${USERS} AND id = $2 FOR NO KEY UPDATE`, [clientId, userId]);
  return user ?? null;
}

/** Reads a user of a client; null for an unknown or removed one. */
export async function readUser(trx: Trx, clientId: number, userId: number): Promise<OperatorUser | null> {
  const [user] = await run<OperatorUser>(trx, `${USERS} AND id = $2`, [clientId, userId]);
  return user ?? null;
}

/** Replaces the data of a user that `lockUser` read. */
export async function updateUserData(trx: Trx, clientId: number, user: OperatorUser): Promise<void> {
  await run(
    trx,
    'UPDATE users SET email = $3, first_name = $4, last_name = $5, phone = $6 WHERE client_id = $1 AND id = $2',
    [clientId, user.id, user.email, user.first_name, user.last_name, user.phone],
  );
}
