import { run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';

/** Addressee of a mail about something that a user began. */
export interface MailRecipient {
  email: string;
  first_name: string;
}

const READ_MAIL_RECIPIENT: Statement<MailRecipient> = statement(
  'mail-recipient.read-mail-recipient',
  `SELECT email, first_name FROM users
   WHERE client_id = $1 AND removed_at IS NULL AND suspended_at IS NULL AND blocked_at IS NULL
     AND (id = $2 OR role = 'owner')
   ORDER BY id = $2 DESC, created_at, id LIMIT 1`,
);

/** Returns the user with this id, or else the first active owner, if that user was removed, suspended or blocked. */
export async function readMailRecipient(
  trx: Trx,
  clientId: number,
  userId: number | null,
): Promise<MailRecipient | null> {
  const [user] = await run(trx, READ_MAIL_RECIPIENT, [clientId, userId]);
  return user ?? null;
}
