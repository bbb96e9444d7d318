import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { assertOutsideTransaction } from '#server/platform/transaction-scope.ts';
import type { Mail, Mailer } from './mailer.ts';

/** How many mails the mailbox keeps. */
export const MAILBOX_SIZE = 200;

export interface StoredMail extends Mail {
  id: number;
  sentAt: Date;
}

/** The embedded mail service: keeps mails where `/dev/correo` shows them. */
export function createMailbox(db: Database): Mailer {
  return {
    async send({ to, subject, text, html }) {
      assertOutsideTransaction('the mailbox');
      await db.withoutClient(async (trx) => {
        await trx.insertInto('dev_mailbox').values({ recipient: to, subject, text, html }).execute();
        await trx
          .deleteFrom('dev_mailbox')
          .where('id', '<=', sql<number>`(SELECT max(id) FROM dev_mailbox) - ${sql.lit(MAILBOX_SIZE)}`)
          .execute();
      });
    },
    close: async () => {},
  };
}

/** Newest first. */
export async function listMails(db: Database): Promise<StoredMail[]> {
  const rows = await db.withoutClient((trx) =>
    trx.selectFrom('dev_mailbox').selectAll().orderBy('id', 'desc').limit(MAILBOX_SIZE).execute(),
  );
  return rows.map(({ recipient, sent_at, ...mail }) => ({ ...mail, to: recipient, sentAt: sent_at }));
}

export async function findMail(db: Database, id: number): Promise<StoredMail | null> {
  const row = await db.withoutClient((trx) =>
    trx.selectFrom('dev_mailbox').selectAll().where('id', '=', id).executeTakeFirst(),
  );
  if (!row) return null;
  const { recipient, sent_at, ...mail } = row;
  return { ...mail, to: recipient, sentAt: sent_at };
}
