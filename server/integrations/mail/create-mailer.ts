import nodemailer from 'nodemailer';
import type { Metrics } from '#server/cluster/metrics.ts';
import type { Config } from '#server/config/config.ts';
import type { Database } from '#server/db/database.ts';
import { isLoopback } from '#server/platform/network/loopback.ts';
import { assertOutsideTransaction } from '#server/platform/transaction-scope.ts';
import { insertMail } from './mailbox.store.ts';
import type { Mailer } from './mailer.ts';

/** Creates a mailer that sends through a mail server. Every step has a timeout, so that a silent server can't block a worker. */
function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = nodemailer.createTransport({
    url,
    ...(requiresStartTls(url) && { requireTLS: true }),
    pool: true,
    maxConnections: 2,
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    socketTimeout: 10_000,
    dnsTimeout: 5000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text, html }) {
      assertOutsideTransaction('the mail server');
      // As an object the address isn't parsed, so that a comma can't add a second recipient.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, html });
    },
    close: async () => transport.close(),
  };
}

/**
 * Whether mails require STARTTLS: true for servers on other machines, unless the URL has a parameter of Nodemailer that decides
 * otherwise (`ignoreTLS=true`, `requireTLS=false`).
 *
 * @param url `smtp:`, or `smtps:`, which uses TLS from the start
 */
export function requiresStartTls(url: string): boolean {
  const { protocol, host, searchParams } = new URL(url);
  const decided = ['ignoreTLS', 'requireTLS', 'opportunisticTLS', 'secure'].some((name) => searchParams.has(name));
  return protocol === 'smtp:' && !isLoopback(host) && !decided;
}

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
