import type { Database } from '#server/db/database.ts';
import { assertOutsideTransaction } from '#server/platform/transaction-scope.ts';
import { insertMail } from './mailbox.store.ts';
import type { Mailer } from './mailer.ts';

/** The embedded mail service: keeps mails where `/dev/correo` shows them. */
export function createMailbox(db: Database): Mailer {
  return {
    async send(mail) {
      assertOutsideTransaction('the mailbox');
      await db.withoutClient((trx) => insertMail(trx, mail));
    },
    close: async () => {},
  };
}
