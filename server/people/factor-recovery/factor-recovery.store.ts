import { execute, run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import type { UserKey } from '#server/people/domain/user-key.ts';

/** A user as a recovery sees the person. */
export interface RecoveredUser {
  username: string;
  email: string;
  firstName: string;
  activatedAt: Date | null;
  /** When the provider last corrected the e-mail; null if never. */
  emailCorrectedAt: Date | null;
  /** When the former address stopped the last correction; null if it didn't. */
  emailStoppedAt: Date | null;
  /** Whether the user is the only owner who isn't suspended. */
  onlyOwner: boolean;
}

const LOCK_RECOVERED_USER: Statement<RecoveredUser> = statement(
  'factor-recovery.lock-recovered-user',
  `SELECT u.username, u.email, u.first_name AS "firstName", u.activated_at AS "activatedAt",
     u.email_corrected_at AS "emailCorrectedAt", u.email_stopped_at AS "emailStoppedAt",
     u.role = 'owner' AND NOT EXISTS (
       SELECT FROM users o WHERE o.client_id = u.client_id AND o.id <> u.id AND o.role = 'owner' AND o.suspended_at IS NULL
         AND o.removed_at IS NULL) AS "onlyOwner"
   FROM users u WHERE u.client_id = $1 AND u.id = $2 AND u.removed_at IS NULL FOR NO KEY UPDATE OF u`,
);

/** Locks a user who belongs to the company, so that the steps of a recovery are made one after the other. */
export async function lockRecoveredUser(trx: Trx, { clientId, userId }: UserKey): Promise<RecoveredUser | null> {
  const [user] = await run(trx, LOCK_RECOVERED_USER, [clientId, userId]);
  return user ?? null;
}

/** An open recovery. */
export interface Recovery {
  id: number;
  requestedBy: number;
  approvedAt: Date | null;
}

const READ_OPEN_RECOVERY: Statement<Recovery> = statement(
  'factor-recovery.read-open-recovery',
  `SELECT id, requested_by AS "requestedBy", approved_at AS "approvedAt" FROM factor_recoveries
   WHERE client_id = $1 AND user_id = $2 AND stopped_at IS NULL AND done_at IS NULL`,
);

export async function readOpenRecovery(trx: Trx, { clientId, userId }: UserKey): Promise<Recovery | null> {
  const [recovery] = await run(trx, READ_OPEN_RECOVERY, [clientId, userId]);
  return recovery ?? null;
}

export async function insertRecovery(trx: Trx, { clientId, userId }: UserKey, by: number, now: Date): Promise<void> {
  await execute(
    trx,
    'INSERT INTO factor_recoveries (client_id, user_id, requested_by, requested_at) VALUES ($1, $2, $3, $4)',
    [clientId, userId, by, now],
  );
}

export async function markApproved(trx: Trx, clientId: number, id: number, by: number, now: Date): Promise<void> {
  await execute(
    trx,
    'UPDATE factor_recoveries SET approved_by = $3, approved_at = $4 WHERE client_id = $1 AND id = $2',
    [clientId, id, by, now],
  );
}

export async function markDone(trx: Trx, clientId: number, id: number, now: Date): Promise<void> {
  await execute(trx, 'UPDATE factor_recoveries SET done_at = $3 WHERE client_id = $1 AND id = $2', [clientId, id, now]);
}

/** Stops the open recovery of a user. @returns whether there was one */
export async function markStopped(trx: Trx, { clientId, userId }: UserKey, now: Date): Promise<boolean> {
  const stopped = await execute(
    trx,
    `UPDATE factor_recoveries SET stopped_at = $3
     WHERE client_id = $1 AND user_id = $2 AND stopped_at IS NULL AND done_at IS NULL`,
    [clientId, userId, now],
  );
  return stopped > 0;
}
