import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { type ReceivedMail, readMail } from '#test/callers/read-mail.ts';

/** A mail server on loopback that stores the received mails. */
export interface FakeMailServer {
  /** For SMTP_URL. */
  url: string;
  mails: ReceivedMail[];
  /** Waits for `count` mails to an address, the oldest first. */
  mailsTo(address: string, count?: number): Promise<ReceivedMail[]>;
  /** Refuses the next mails temporarily, like an overloaded server. */
  refuseNext(count: number): void;
  stop(): Promise<void>;
}

export async function startFakeMailServer(): Promise<FakeMailServer> {
  const mails: ReceivedMail[] = [];
  let refusing = 0;
  /** Calls of `mailsTo` that wait for another mail. */
  const waiting: (() => void)[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (refusing > 0) {
          refusing--;
          done(Object.assign(new Error('Try again later'), { responseCode: 451 }));
          return;
        }
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        mails.push(readMail(Buffer.concat(chunks).toString('utf8'), recipients));
        done();
        for (const resume of waiting.splice(0)) resume();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;

  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    async mailsTo(address, count = 1) {
      for (;;) {
        const found = mails.filter(({ recipients }) => recipients.includes(address));
        if (found.length >= count) return found;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
    refuseNext(count) {
      refusing = count;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
