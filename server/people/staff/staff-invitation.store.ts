import { execute, run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import type { StaffRole } from '#shared/people/rules/staff-permissions.ts';

const INSERT_INVITATION = statement(
  'staff-invitation.insert-invitation',
  `INSERT INTO staff_invitations (staff_id, invited_by, created_at, expires_at, mail_failures) VALUES ($1, $2, $3, $4, 0)
   RETURNING id`,
);

/** Inserts an invitation without a token, which its mail gets. @returns its id */
export async function insertInvitation(
  trx: Trx,
  { staffId, invitedBy, now, expiresAt }: { staffId: number; invitedBy: string; now: Date; expiresAt: Date },
): Promise<number> {
  const [row] = await run(trx, INSERT_INVITATION, [staffId, invitedBy, now, expiresAt]);
  if (!row) throw new Error('the invitation was not inserted');
  return row.id;
}

/** Withdraws the open invitation of a person. @returns whether there was one */
export async function withdrawOpenInvitation(trx: Trx, staffId: number, now: Date): Promise<boolean> {
  const withdrawn = await execute(
    trx,
    'UPDATE staff_invitations SET withdrawn_at = $2 WHERE staff_id = $1 AND used_at IS NULL AND withdrawn_at IS NULL',
    [staffId, now],
  );
  return withdrawn > 0;
}

/** An invitation that is neither used nor withdrawn nor expired. */
export interface OpenInvitation {
  id: number;
  staffId: number;
  email: string;
  role: StaffRole;
  /** Who invited, as logs name who acts, or 'FIRST_ADMIN'. */
  invitedBy: string;
}

const OPEN = `
  SELECT i.id, i.staff_id AS "staffId", st.email, st.role, i.invited_by AS "invitedBy"
  FROM staff_invitations i JOIN staff st ON st.id = i.staff_id
  WHERE i.used_at IS NULL AND i.withdrawn_at IS NULL AND i.expires_at > $2 AND st.suspended_at IS NULL`;

/** Whether a person has an open invitation. */
export async function hasOpenInvitation(trx: Trx, staffId: number, now: Date): Promise<boolean> {
  const open = await execute(trx, `${OPEN} AND i.staff_id = $1`, [staffId, now]);
  return open > 0;
}

const READ_INVITATION: Statement<OpenInvitation> = statement(
  'staff-invitation.read-invitation',
  `${OPEN} AND i.id = $1`,
);

/** Reads an open invitation by its id, for its mail. */
export async function readInvitation(trx: Trx, id: number, now: Date): Promise<OpenInvitation | null> {
  const [row] = await run(trx, READ_INVITATION, [id, now]);
  return row ?? null;
}

const FIND_INVITATION: Statement<OpenInvitation> = statement(
  'staff-invitation.find-invitation',
  `${OPEN} AND i.hash = $1`,
);

/** Finds an open invitation by its token's hash. */
export async function findInvitation(trx: Trx, hash: Buffer, now: Date): Promise<OpenInvitation | null> {
  const [row] = await run(trx, FIND_INVITATION, [hash, now]);
  return row ?? null;
}

const LOCK_INVITATION: Statement<OpenInvitation> = statement(
  'staff-invitation.lock-invitation',
  `${OPEN} AND i.hash = $1 FOR UPDATE OF i`,
);

/** Finds an open invitation and locks it until the transaction ends. */
export async function lockInvitation(trx: Trx, hash: Buffer, now: Date): Promise<OpenInvitation | null> {
  const [row] = await run(trx, LOCK_INVITATION, [hash, now]);
  return row ?? null;
}

export async function writeInvitationHash(trx: Trx, id: number, hash: Buffer): Promise<void> {
  await execute(trx, 'UPDATE staff_invitations SET hash = $2 WHERE id = $1', [id, hash]);
}

export async function markInvitationUsed(trx: Trx, id: number, now: Date): Promise<void> {
  await execute(trx, 'UPDATE staff_invitations SET used_at = $2 WHERE id = $1', [id, now]);
}

/** Stores that the mail server took the mail of an invitation. */
export async function writeMailSent(trx: Trx, id: number, now: Date): Promise<void> {
  await execute(trx, 'UPDATE staff_invitations SET mail_sent_at = $2, mail_problem = NULL WHERE id = $1', [id, now]);
}

/** Counts a failed attempt to send the mail of an invitation. @param problem the reason in Spanish */
export async function writeMailFailure(trx: Trx, id: number, problem: string): Promise<void> {
  await execute(
    trx,
    'UPDATE staff_invitations SET mail_failures = coalesce(mail_failures, 0) + 1, mail_problem = $2 WHERE id = $1',
    [id, problem],
  );
}
