import { execute, run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import type { StaffPermission, StaffRole } from '#shared/people/rules/staff-permissions.ts';

/** Locks the rights of the provider's people and keys until the transaction ends. */
export async function lockRights(trx: Trx): Promise<void> {
  await execute(trx, `SELECT pg_advisory_xact_lock(hashtextextended('provider rights', 0))`);
}

/** Locks the rights against changes until the transaction ends. Other transactions may hold them at the same time. */
export async function shareRights(trx: Trx): Promise<void> {
  await execute(trx, `SELECT pg_advisory_xact_lock_shared(hashtextextended('provider rights', 0))`);
}

const AS_PROVIDER = statement('provider-rights.as-provider', 'SELECT current_user AS role');

/** Runs reads of the provider's tables also in the transaction of a client, which hides them. */
export async function asProvider<T>(trx: Trx, work: () => Promise<T>): Promise<T> {
  const [{ role } = { role: '' }] = await run(trx, AS_PROVIDER);
  if (role === 'provider') return work();
  await execute(trx, 'SET LOCAL ROLE provider');
  const result = await work();
  await execute(trx, 'SET LOCAL ROLE app');
  return result;
}

/** What a person of the staff may do. */
interface StaffRights {
  role: StaffRole;
  suspended: boolean;
}

const READ_STAFF_RIGHTS: Statement<StaffRights> = statement(
  'provider-rights.read-staff-rights',
  'SELECT role, suspended_at IS NOT NULL AS suspended FROM staff WHERE id = $1',
);

/** Reads the role of a person. @returns null if there is no such person */
export async function readStaffRights(trx: Trx, id: number): Promise<StaffRights | null> {
  const [row] = await run(trx, READ_STAFF_RIGHTS, [id]);
  return row ?? null;
}

const READ_SESSION_RIGHTS: Statement<StaffRights> = statement(
  'provider-rights.read-session-rights',
  `SELECT st.role, st.suspended_at IS NOT NULL AS suspended
   FROM staff_sessions s JOIN staff st ON st.id = s.staff_id AND st.password_epoch = s.password_epoch
   WHERE s.id = $1 AND (s.revoked_at IS NULL OR s.revoked_at >= st.suspended_at)`,
);

/** Reads the role of a session's person. @returns null if the session was revoked, other than by a suspension, or has an older password */
export async function readSessionRights(trx: Trx, sessionId: number): Promise<StaffRights | null> {
  const [row] = await run(trx, READ_SESSION_RIGHTS, [sessionId]);
  return row ?? null;
}

/** What a key may do. */
interface KeyRights {
  /** Permissions that the key is limited to; null for all. */
  scopes: StaffPermission[] | null;
  /** Whether the key is limited to networks or a last day. */
  restricted: boolean;
  revoked: boolean;
}

const READ_KEY_RIGHTS: Statement<KeyRights> = statement(
  'provider-rights.read-key-rights',
  `SELECT scopes, networks IS NOT NULL OR expires_on IS NOT NULL AS restricted, revoked_at IS NOT NULL AS revoked
   FROM provider_keys WHERE id = $1`,
);

/** Reads the limits of a key. @returns null if there is no such key */
export async function readKeyRights(trx: Trx, id: number): Promise<KeyRights | null> {
  const [row] = await run(trx, READ_KEY_RIGHTS, [id]);
  return row ?? null;
}
