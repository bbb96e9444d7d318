import { run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import type { StaffPrincipal, UserPrincipal } from '#server/platform/secrets/principal.ts';

/** A user as a mail about the second factor names the person. */
export interface MailedUser {
  username: string;
  email: string;
  firstName: string;
  activatedAt: Date | null;
}

const READ_MAILED_USER: Statement<MailedUser> = statement(
  'factor-mails.read-mailed-user',
  `SELECT username, email, first_name AS "firstName", activated_at AS "activatedAt"
   FROM users WHERE client_id = $1 AND id = $2 AND removed_at IS NULL`,
);

/** Reads a user who wasn't removed. */
export async function readMailedUser(trx: Trx, { clientId, id }: UserPrincipal): Promise<MailedUser | null> {
  const [user] = await run(trx, READ_MAILED_USER, [clientId, id]);
  return user ?? null;
}

/** A member of the staff as a mail about the second factor names the person. */
export interface MailedStaff {
  email: string;
  name: string;
}

const READ_MAILED_STAFF: Statement<MailedStaff> = statement(
  'factor-mails.read-mailed-staff',
  'SELECT email, name FROM staff WHERE id = $1',
);

/** Reads a member of the staff. */
export async function readMailedStaff(trx: Trx, { id }: StaffPrincipal): Promise<MailedStaff | null> {
  const [person] = await run(trx, READ_MAILED_STAFF, [id]);
  return person ?? null;
}
