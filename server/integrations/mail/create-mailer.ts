import type { Metrics } from '#server/cluster/metrics.ts';
import type { Config } from '#server/config/config.ts';
import type { Database } from '#server/db/database.ts';
import { assertOutsideTransaction } from '#server/platform/transaction-scope.ts';
import { insertMail } from './mailbox.store.ts';
import type { Mailer } from './mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

/** The mail service of the configuration, counted: a mail server, else the mailbox that a demonstration has. */
export function createMailer({ SMTP_URL: url, MAIL_FROM: from }: Config, db: Database, metrics: Metrics): Mailer {
  return measured(url ? createSmtpMailer({ url, from }) : createMailbox(db), metrics);
}

/** The embedded mail service: keeps mails where `/dev/correo` shows them. */
function createMailbox(db: Database): Mailer {
  return {
    async send(mail) {
      assertOutsideTransaction('the mailbox');
      await db.withoutClient((trx) => insertMail(trx, mail));
    },
    close: async () => {},
  };
}

/** A mailer that is counted: a mail that was not taken and is tried again counts each time. */
function measured(mailer: Mailer, metrics: Metrics): Mailer {
  return {
    ...mailer,
    async send(mail) {
      try {
        await mailer.send(mail);
        metrics.mail('sent');
      } catch (error) {
        metrics.mail('failed');
        throw error;
      }
    },
  };
}
