import type { Config } from '#server/config/config.ts';
import type { Database } from '#server/db/database.ts';
import { createMailbox } from './mailbox.ts';
import type { Mailer } from './mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

/** The mail service of the configuration: a mail server, else the mailbox that a demonstration has. */
export function createMailer(config: Config, db: Database): Mailer {
  return config.SMTP_URL ? createSmtpMailer({ url: config.SMTP_URL, from: config.MAIL_FROM }) : createMailbox(db);
}
