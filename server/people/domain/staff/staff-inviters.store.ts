import { execute, run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import type { StaffRole } from '#shared/people/rules/staff-permissions.ts';

/** An invitation of the staff that was neither accepted nor withdrawn; it may have expired. */
export interface InvitedRole {
  id: number;
  /** Who invited, as logs name who acts, or 'FIRST_ADMIN'. */
  invitedBy: string;
  role: StaffRole;
}

const LOCK_OPEN_INVITATIONS: Statement<InvitedRole> = statement(
  'staff-inviters.lock-open-invitations',
  `SELECT i.id, i.invited_by AS "invitedBy", st.role FROM staff_invitations i JOIN staff st ON st.id = i.staff_id
   WHERE i.used_at IS NULL AND i.withdrawn_at IS NULL ORDER BY i.id FOR UPDATE OF i`,
);

/** Reads the invitations that are open, and locks them until the transaction ends. */
export function lockOpenInvitations(trx: Trx): Promise<InvitedRole[]> {
  return run(trx, LOCK_OPEN_INVITATIONS);
}

export async function withdrawInvitations(trx: Trx, ids: readonly number[], now: Date): Promise<void> {
  await execute(trx, 'UPDATE staff_invitations SET withdrawn_at = $2 WHERE id = ANY ($1)', [ids, now]);
}

/** A person whose password was withdrawn. */
export interface Withdrawn {
  id: number;
  /** Who vouches for the person, as logs name who acts. */
  withdrawnBy: string;
  role: StaffRole;
}

const LOCK_WITHDRAWN: Statement<Withdrawn> = statement(
  'staff-inviters.lock-withdrawn',
  `SELECT id, withdrawn_by AS "withdrawnBy", role FROM staff WHERE withdrawn_by IS NOT NULL ORDER BY id FOR NO KEY UPDATE`,
  { present: ['withdrawnBy'] },
);

/** Reads the people whose password was withdrawn and not replaced, and locks them until the transaction ends. */
export const lockWithdrawn = (trx: Trx): Promise<Withdrawn[]> => run(trx, LOCK_WITHDRAWN);

/** Ends the vouching for people: their links that needed no code become invalid. */
export async function endVouching(trx: Trx, ids: readonly number[]): Promise<void> {
  await execute(trx, 'UPDATE staff SET withdrawn_by = NULL, withdrawn_at = NULL WHERE id = ANY ($1)', [ids]);
}

const READ_ACTIVE_KEYS_OF = statement(
  'staff-inviters.read-active-keys-of',
  `SELECT k.name FROM provider_keys k
   WHERE k.revoked_at IS NULL AND coalesce(k.expires_on >= local_day($2), true) AND k.id::text IN (
     SELECT l.target FROM audit_log l WHERE l.actor_kind = 'staff' AND l.actor_id = $1 AND l.action = 'ops.key.create')
   ORDER BY k.id`,
);

/** Reads the names of the active keys that a person created, as far as the audit trail goes back. */
export async function readActiveKeysOf(trx: Trx, staffId: number, now: Date): Promise<string[]> {
  const rows = await run(trx, READ_ACTIVE_KEYS_OF, [staffId, now]);
  return rows.map(({ name }) => name);
}
