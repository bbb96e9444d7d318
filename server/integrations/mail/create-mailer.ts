import type { Metrics } from '#server/cluster/metrics.ts';
import type { Config } from '#server/config/config.ts';
import type { Database } from '#server/db/database.ts';
import { assertOutsideTransaction } from '#server/platform/transaction-scope.ts';
import { insertMail } from './mailbox.store.ts';
import type { Mailer } from './mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

/** Creates the configured mailer: a mail server, or the embedded mailbox of a demonstration. Counts mails in the metrics. */
export function createMailer({ SMTP_URL: url, MAIL_FROM: from }: Config, db: Database, metrics: Metrics): Mailer {
  return measured(url ? createSmtpMailer({ url, from }) : createMailbox(db), metrics);
}

/** Creates the embedded mailer, which stores mails for `/dev/correo`. */
function createMailbox(db: Database): Mailer {
  return {
    async send(mail) {
      assertOutsideTransaction('the mailbox');
      await db.withoutClient((trx) => insertMail(trx, mail));
    },
    close: async () => {},
  };
}

/** Counts the mails of a mailer. Each failed attempt counts. */
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
