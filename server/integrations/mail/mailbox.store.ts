import { execute, run, type Trx } from '#server/db/connection.ts';
import type { Database } from '#server/db/database.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import type { Mail } from './mailer.ts';

/** Maximum number of stored mails. */
export const MAILBOX_SIZE = 200;

export interface StoredMail extends Mail {
  id: number;
  sentAt: Date;
}

/** Stores a mail, and deletes the oldest mails above MAILBOX_SIZE. */
export async function insertMail(trx: Trx, { to, subject, text, html }: Mail): Promise<void> {
  const mail = [to, subject, text, html];
  await execute(trx, 'INSERT INTO dev_mailbox (recipient, subject, text, html) VALUES ($1, $2, $3, $4)', mail);
  await execute(trx, 'DELETE FROM dev_mailbox WHERE id <= (SELECT max(id) FROM dev_mailbox) - $1', [MAILBOX_SIZE]);
}

const COLUMNS = 'id, recipient AS "to", subject, text, html, sent_at AS "sentAt"';

const LIST_MAILS: Statement<StoredMail> = statement(
  'mailbox.list-mails',
  `SELECT ${COLUMNS} FROM dev_mailbox ORDER BY id DESC LIMIT $1`,
);

/** Returns the mails, newest first. */
export function listMails(db: Database): Promise<StoredMail[]> {
  return db.withoutClient((trx) => run(trx, LIST_MAILS, [MAILBOX_SIZE]));
}

const FIND_MAIL: Statement<StoredMail> = statement(
  'mailbox.find-mail',
  `SELECT ${COLUMNS} FROM dev_mailbox WHERE id = $1`,
);

export async function findMail(db: Database, id: number): Promise<StoredMail | null> {
  const [mail] = await db.withoutClient((trx) => run(trx, FIND_MAIL, [id]));
  return mail ?? null;
}
