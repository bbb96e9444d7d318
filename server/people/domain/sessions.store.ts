import { execute, type Trx } from '#server/db/connection.ts';
import type { Principal } from '#server/platform/secrets/principal.ts';
import { keyOf, tablesOf } from './principal-tables.ts';
import { hasFactor } from './second-factor/has-factor.store.ts';

/** Forgets the browsers that a user trusts: none of them is tied to a session. The staff trust none. */
async function forgetTrusted(trx: Trx, principal: Principal): Promise<void> {
  if (principal.kind === 'staff') return;
  await execute(trx, 'DELETE FROM trusted_devices WHERE client_id = $1 AND user_id = $2', keyOf(principal));
}

/**
 * Revokes the open sessions of a person, and forgets the browsers that the person trusts.
 *
 * @param except id of a session that stays open; null for none
 * @returns how many were revoked
 */
export async function revokeSessions(
  trx: Trx,
  principal: Principal,
  { except, now }: { except: string | number | null; now: Date },
): Promise<number> {
  const { sessions, owner } = tablesOf(principal);
  // Sessions first, as everywhere: otherwise two concurrent calls would deadlock. A browser that a second step has
  // trusted meanwhile is forgotten, too.
  const revoked = await execute(
    trx,
    `UPDATE ${sessions} SET revoked_at = $1 WHERE ${owner.is(3)} AND revoked_at IS NULL AND id IS DISTINCT FROM $2`,
    [now, except, ...keyOf(principal)],
  );
  await forgetTrusted(trx, principal);
  return revoked;
}

/** Revokes an open session of a person, and forgets the browsers that the person trusts. @returns whether there was one with this id */
export async function revokeSession(
  trx: Trx,
  principal: Principal,
  sessionId: string | number,
  now: Date,
): Promise<boolean> {
  const { sessions, owner } = tablesOf(principal);
  const revoked = await execute(
    trx,
    `UPDATE ${sessions} SET revoked_at = $1 WHERE ${owner.is(3)} AND revoked_at IS NULL AND id = $2`,
    [now, sessionId, ...keyOf(principal)],
  );
  if (revoked === 0) return false;
  await forgetTrusted(trx, principal);
  return true;
}

/**
 * SQL of the order in which sessions `s` are kept at the time `$1`: those that were used after their login or have just
 * begun, the last used ones first, then the others. A program that logs in again and again ends its own sessions, but
 * neither the session of a person at work nor a new one.
 */
const KEPT_FIRST = `(s.last_seen_at > s.created_at OR s.created_at > $1::timestamptz - interval '90 seconds') DESC,
    s.last_seen_at DESC, s.created_at DESC, s.id DESC`;

/** SQL conditions of a session `s` that lacks its second step. A user without a second factor needs none; the staff always do. */
const LACKS_SECOND_STEP = {
  user: `s.factor_at IS NULL AND ${hasFactor('s', 'user_id')}`,
  staff: 's.factor_at IS NULL',
} as const;

/**
 * Revokes the open sessions of a person that are kept last (`KEPT_FIRST`), so that `keep` are left. Locks the person, so that of two logins at
 * once the later one counts the earlier one's session.
 *
 * @param halfNetwork network of a new session that lacks its second step: counts and revokes only such sessions of this network, so that a
 *   stolen password ends no session of the person. Null counts and revokes only complete sessions
 * @param unusedSince sessions last used before have ended
 * @returns how many were revoked
 */
export async function revokeSessionsBeyond(
  trx: Trx,
  principal: Principal,
  { halfNetwork, keep, now, unusedSince }: { halfNetwork: string | null; keep: number; now: Date; unusedSince: Date },
): Promise<number> {
  const { kind, sessions, people, owner, person } = tablesOf(principal);
  // A statement of its own: the next one must see what was committed while this one waited.
  await execute(trx, `SELECT FROM ${people} WHERE ${person.is(1)} FOR NO KEY UPDATE`, keyOf(principal));
  return execute(
    trx,
    `UPDATE ${sessions} SET revoked_at = $1 WHERE ${owner.is(5)} AND id IN (
       SELECT s.id FROM ${sessions} s
       WHERE ${owner.is(5)} AND s.password_epoch = (SELECT password_epoch FROM ${people} WHERE ${person.is(5)})
         AND s.revoked_at IS NULL AND s.expires_at > $1 AND s.last_seen_at > $2
         AND (${LACKS_SECOND_STEP[kind]}) = ($3::text IS NOT NULL) AND ($3::text IS NULL OR s.network = $3)
       ORDER BY ${KEPT_FIRST} OFFSET $4)`,
    [now, unusedSince, halfNetwork, keep, ...keyOf(principal)],
  );
}
