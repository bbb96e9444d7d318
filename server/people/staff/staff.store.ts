import { execute, run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import { staffHasFactor } from '#server/people/domain/second-factor/has-factor.store.ts';
import type { StaffRole } from '#shared/people/rules/staff-permissions.ts';
import type { StaffMember, StaffState } from '#shared/people/staff.ts';

/** A member of the staff. */
export interface StaffRow {
  id: number;
  email: string;
  name: string;
  role: StaffRole;
  passwordHash: string | null;
  passwordEpoch: number;
  /** Who withdrew the password and still vouches for the person, as logs name who acts; null otherwise. */
  withdrawnBy: string | null;
  withdrawnAt: Date | null;
  suspendedAt: Date | null;
  activatedAt: Date | null;
}

/** A member of the staff who logs in. */
export interface LoggingIn extends StaffRow {
  hasFactor: boolean;
}

const COLUMNS = `id, email, name, role, password_hash AS "passwordHash", password_epoch AS "passwordEpoch",
    withdrawn_by AS "withdrawnBy", withdrawn_at AS "withdrawnAt", suspended_at AS "suspendedAt", activated_at AS "activatedAt"`;

const FIND_STAFF = statement(
  'staff.find-staff',
  "SELECT id, coalesce(nullif(name, ''), email) AS name FROM staff WHERE lower(email) = lower($1)",
);

/** Finds a person by e-mail, ignoring case. The name is the e-mail before the acceptance of the invitation. */
export async function findStaff(trx: Trx, email: string): Promise<{ id: number; name: string } | null> {
  const [row] = await run(trx, FIND_STAFF, [email]);
  return row ?? null;
}

const READ_STAFF: Statement<LoggingIn> = statement(
  'staff.read-staff',
  `SELECT ${COLUMNS}, ${staffHasFactor('staff')} AS "hasFactor" FROM staff WHERE id = $1`,
);

export async function readStaff(trx: Trx, id: number): Promise<LoggingIn | null> {
  const [row] = await run(trx, READ_STAFF, [id]);
  return row ?? null;
}

// Only columns of the locked row: a subquery would show other rows as they were before the statement waited for the lock.
const LOCK_STAFF: Statement<StaffRow> = statement(
  'staff.lock-staff',
  `SELECT ${COLUMNS} FROM staff WHERE id = $1 FOR NO KEY UPDATE`,
);

/** Reads a person and locks the row until the transaction ends. */
export async function lockStaff(trx: Trx, id: number): Promise<StaffRow | null> {
  const [row] = await run(trx, LOCK_STAFF, [id]);
  return row ?? null;
}

/** Whether anybody is or was an administrator: a suspended one may be readmitted. */
export async function hasAdministrator(trx: Trx): Promise<boolean> {
  const found = await execute(trx, `SELECT FROM staff WHERE role = 'admin' AND activated_at IS NOT NULL LIMIT 1`);
  return found > 0;
}

const READ_ACTIVE_ADMINISTRATORS = statement(
  'staff.read-active-administrators',
  `SELECT id FROM staff WHERE role = 'admin' AND activated_at IS NOT NULL AND suspended_at IS NULL`,
);

/** Reads the ids of all active administrators. */
export async function readActiveAdministrators(trx: Trx): Promise<number[]> {
  const rows = await run(trx, READ_ACTIVE_ADMINISTRATORS);
  return rows.map(({ id }) => id);
}

const INSERT_STAFF = statement(
  'staff.insert-staff',
  `INSERT INTO staff (email, role, created_at) VALUES ($1, $2, $3) ON CONFLICT (lower(email)) DO NOTHING RETURNING id`,
);

/** Inserts a person without a password. @returns the id; null if the e-mail is in use */
export async function insertStaff(
  trx: Trx,
  { email, role, now }: { email: string; role: StaffRole; now: Date },
): Promise<number | null> {
  const [row] = await run(trx, INSERT_STAFF, [email, role, now]);
  return row?.id ?? null;
}

const ACTIVATE_STAFF = statement(
  'staff.activate-staff',
  `UPDATE staff SET name = $2, password_hash = $3, password_epoch = password_epoch + 1,
   activated_at = coalesce(activated_at, $4) WHERE id = $1 RETURNING password_epoch`,
);

/** Stores the name and password of an accepted invitation. @returns the password's epoch */
export async function activateStaff(
  trx: Trx,
  id: number,
  { name, passwordHash, now }: { name: string; passwordHash: string; now: Date },
): Promise<number> {
  const [row] = await run(trx, ACTIVATE_STAFF, [id, name, passwordHash, now]);
  if (!row) throw new Error('cannot activate a person who does not exist');
  return row.password_epoch;
}

export async function writeStaffRole(trx: Trx, id: number, role: StaffRole): Promise<void> {
  await execute(trx, 'UPDATE staff SET role = $2 WHERE id = $1', [id, role]);
}

/** @param suspendedAt null to readmit the person */
export async function writeStaffSuspension(trx: Trx, id: number, suspendedAt: Date | null): Promise<void> {
  await execute(trx, 'UPDATE staff SET suspended_at = $2 WHERE id = $1', [id, suspendedAt]);
}

const LIST: Statement<ListedStaff> = statement(
  'staff.list',
  `
  SELECT st.id, st.email, st.name, st.role,
    CASE WHEN st.suspended_at IS NOT NULL THEN 'suspended' WHEN st.activated_at IS NOT NULL THEN 'active'
      WHEN i.id IS NULL THEN 'withdrawn' WHEN i.expires_at <= $1 THEN 'expired' ELSE 'invited' END AS state,
    ${staffHasFactor('st')} AS second_factor, wire_time(st.created_at) AS created_at,
    wire_time(i.expires_at) AS invitation_expires_at,
    CASE WHEN i.mail_failures IS NOT NULL THEN json_build_object(
      'state', CASE WHEN i.mail_sent_at IS NOT NULL THEN 'sent' WHEN i.mail_failures > $2 THEN 'failed' ELSE 'waiting' END,
      'problem', i.mail_problem, 'sent_at', wire_time(i.mail_sent_at)) END AS invitation_mail, wire_time(seen.at) AS last_seen_at
  FROM staff st
  LEFT JOIN staff_invitations i ON i.staff_id = st.id AND i.used_at IS NULL AND i.withdrawn_at IS NULL
  LEFT JOIN LATERAL (SELECT max(last_seen_at) AS at FROM staff_sessions s WHERE s.staff_id = st.id) seen ON true
  ORDER BY lower(coalesce(nullif(st.name, ''), st.email)), st.id`,
  { nullable: ['invitation_expires_at', 'invitation_mail', 'last_seen_at'] },
);

/** A member of the staff in the list, before the caller is marked. */
type ListedStaff = Omit<StaffMember, 'current' | 'state'> & { state: StaffState };

/**
 * Lists the staff by name, or by e-mail before the invitation is accepted.
 *
 * @param retries attempts after the first one to send the mail of an invitation
 */
export async function readStaffList(
  trx: Trx,
  { now, retries }: { now: Date; retries: number },
): Promise<ListedStaff[]> {
  return run(trx, LIST, [now, retries]);
}
