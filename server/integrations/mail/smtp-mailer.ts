import nodemailer from 'nodemailer';
import { isLoopback } from '#server/platform/loopback.ts';
import { assertOutsideTransaction } from '#server/platform/transaction-scope.ts';
import type { Mailer } from './mailer.ts';

/** Sends by a mail server. Every step has its time limit: a silent server must not keep a worker. */
export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
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
      // As an object the address is taken whole: a comma in it can't add a second one.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, html });
    },
    close: async () => transport.close(),
  };
}

/**
 * Whether mails may only be handed over after STARTTLS: on other machines, unless the address has a parameter of
 * Nodemailer's that decides it (`ignoreTLS=true`, `requireTLS=false`).
 *
 * @param url `smtp:` or `smtps:`, which is TLS from the first byte
 */
export function requiresStartTls(url: string): boolean {
  const { protocol, host, searchParams } = new URL(url);
  const decided = ['ignoreTLS', 'requireTLS', 'opportunisticTLS', 'secure'].some((name) => searchParams.has(name));
  return protocol === 'smtp:' && !isLoopback(host) && !decided;
}
