import nodemailer from 'nodemailer';
import { assertOutsideTransaction } from '#server/db/database.ts';
import type { Mailer } from './mailer.ts';

/** Sends by a mail server. Every step has its time limit: a silent server must not keep a worker. */
export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = nodemailer.createTransport({
    url,
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
      // As an object the address is taken whole: a comma in it can't add a second one.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, html });
    },
    close: async () => transport.close(),
  };
}
