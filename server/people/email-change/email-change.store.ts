import { execute, run, runOne, type Trx } from '#server/db/connection.ts';
import { bind, type Statement, statement } from '#server/db/statement.ts';
import type { UserKey } from '#server/people/domain/user-key.ts';
import type { ChangeAddress } from '#shared/people/email-change.ts';

/** A user whose e-mail changes. */
export interface ChangingUser {
  username: string;
  email: string;
  firstName: string;
  activatedAt: Date | null;
  /** Whether the user is removed, suspended or blocked. */
  inactive: boolean;
}

const LOCK_CHANGING_USER: Statement<ChangingUser> = statement(
  'email-change.lock-changing-user',
  `SELECT u.username, u.email, u.first_name AS "firstName", u.activated_at AS "activatedAt",
     u.removed_at IS NOT NULL OR u.suspended_at IS NOT NULL OR u.blocked_at IS NOT NULL OR c.blocked_at IS NOT NULL AS inactive
   FROM users u JOIN clients c ON c.client_id = u.client_id
   WHERE u.client_id = $1 AND u.id = $2 FOR NO KEY UPDATE OF u`,
);

/** Reads a user and locks the row until the transaction ends: all changes of one user's e-mail are made one after the other. */
export async function lockChangingUser(trx: Trx, { clientId, userId }: UserKey): Promise<ChangingUser | null> {
  const [user] = await run(trx, LOCK_CHANGING_USER, [clientId, userId]);
  return user ?? null;
}

const COMPLETE_CHANGE = statement('email-change.complete-change', 'SELECT complete_email_change($1) AS done');

/**
 * Changes the e-mail, if both addresses have confirmed. @returns whether it changed
 *
 * @throws a violation of `user_directory_email_norm_key` if somebody else has the address
 */
export async function completeChange(trx: Trx, userId: number): Promise<boolean> {
  const [row] = await run(trx, COMPLETE_CHANGE, [userId]);
  return row?.done ?? false;
}

const OPEN_CHANGE = statement(
  'email-change.open-change',
  `SELECT email, wire_time(expires_at) AS expires_at, old_confirmed_at IS NOT NULL AS old_confirmed,
      new_confirmed_at IS NOT NULL AS new_confirmed
    FROM email_changes WHERE client_id = $1 AND user_id = $2 AND expires_at > $3`,
);

/** Returns the query of a user's open change on the wire. */
export const queryChange = ({ clientId, userId }: UserKey, now: Date) => bind(OPEN_CHANGE, [clientId, userId, now]);

/** An open change. */
export interface EmailChange {
  id: number;
  /** The new address. */
  email: string;
  /** Whether the current and the new address have confirmed. */
  old: boolean;
  new: boolean;
}

const READ_CHANGE: Statement<EmailChange> = statement(
  'email-change.read-change',
  `SELECT id, email, old_confirmed_at IS NOT NULL AS old, new_confirmed_at IS NOT NULL AS new
   FROM email_changes WHERE client_id = $1 AND user_id = $2 AND expires_at > $3`,
);

/** Reads the change of a locked user; null without one, and after it has expired. */
export async function readChange(trx: Trx, { clientId, userId }: UserKey, now: Date): Promise<EmailChange | null> {
  const [change] = await run(trx, READ_CHANGE, [clientId, userId, now]);
  return change ?? null;
}

const INSERT_CHANGE = statement(
  'email-change.insert-change',
  `INSERT INTO email_changes (client_id, user_id, email, requested_at, expires_at) VALUES ($1, $2, $3, $4, $5)
   RETURNING id`,
);

/** Inserts a change. The user must not have one. @returns its id */
export async function insertChange(
  trx: Trx,
  { clientId, userId }: UserKey,
  { email, now, expiresAt }: { email: string; now: Date; expiresAt: Date },
): Promise<number> {
  const { id } = await runOne(trx, INSERT_CHANGE, [clientId, userId, email, now, expiresAt]);
  return id;
}

const MARK: Record<ChangeAddress, string> = {
  old: 'UPDATE email_changes SET old_confirmed_at = $3 WHERE client_id = $1 AND user_id = $2',
  new: 'UPDATE email_changes SET new_confirmed_at = $3 WHERE client_id = $1 AND user_id = $2',
};

/** Records that an address has confirmed. */
export async function markConfirmed(
  trx: Trx,
  { clientId, userId }: UserKey,
  address: ChangeAddress,
  now: Date,
): Promise<void> {
  await execute(trx, MARK[address], [clientId, userId, now]);
}

const DELETE_EXPIRED_ROWS = statement(
  'email-change.delete-expired-rows',
  'SELECT delete_expired_email_changes($1, $2) AS n',
);

/** Deletes up to `limit` changes that weren't confirmed in time. @returns how many */
export async function deleteExpiredRows(trx: Trx, now: Date, limit: number): Promise<number> {
  const [row] = await run(trx, DELETE_EXPIRED_ROWS, [now, limit]);
  return row?.n ?? 0;
}
