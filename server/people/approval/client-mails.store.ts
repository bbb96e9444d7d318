import { run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';

/** A user of a client, and the provider's decisions, as mails name them. */
export interface Recipient {
  username: string;
  email: string;
  firstName: string;
  activatedAt: Date | null;
  approvedAt: Date | null;
  rejectedAt: Date | null;
  rejectionReason: string | null;
  clientBlockedReason: string | null;
  userBlockedReason: string | null;
}

const READ_RECIPIENT: Statement<Recipient> = statement(
  'client-mails.read-recipient',
  `SELECT u.username, u.email, u.first_name AS "firstName", u.activated_at AS "activatedAt",
     c.approved_at AS "approvedAt", c.rejected_at AS "rejectedAt", c.rejection_reason AS "rejectionReason",
     c.blocked_reason AS "clientBlockedReason", u.blocked_reason AS "userBlockedReason"
   FROM users u JOIN clients c ON c.client_id = u.client_id
   WHERE u.client_id = $1 AND u.id = $2 AND u.removed_at IS NULL`,
);

/** Reads a user who wasn't removed; null if there is none. */
export async function readRecipient(trx: Trx, clientId: number, userId: number): Promise<Recipient | null> {
  const [recipient] = await run(trx, READ_RECIPIENT, [clientId, userId]);
  return recipient ?? null;
}
