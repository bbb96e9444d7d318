import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { createFullClient, type FullClient } from '#test/fixtures/full-client-factory.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';
import { type FakePaymentServer, startFakePaymentServer } from '#test/services/fake-payment-server.ts';
import { createLeakCheck, type LeakCheck } from './leak-check.ts';

/** Clients with a marker each, and a leak check of every response, which is always enabled. */
export interface IsolationFixture {
  app: TestApp;
  mail: FakeMailServer;
  payments: FakePaymentServer;
  leaks: LeakCheck;
  clients: FullClient[];
  /** All lines of the log. */
  lines: string[];
  /** All pairs of clients: the caller, and the owner of the requested rows. */
  pairs: [FullClient, FullClient][];
  stop(): Promise<void>;
}

/** Starts the whole server and creates up to eight full clients. */
export async function startIsolationFixture(count: number): Promise<IsolationFixture> {
  const [mail, payments, leaks] = [await startFakeMailServer(), await startFakePaymentServer(), createLeakCheck()];
  const lines: string[] = [];
  const app = await startTestApp(
    { SMTP_URL: mail.url, METRICS_PORT: '0', LOG_LEVEL: 'debug', ...payments.settings },
    { onLog: (line) => lines.push(line), onAnswer: leaks.answer },
  );
  const clients: FullClient[] = [];
  for (const marker of Array.from({ length: count }, (_, index) => `canario${index + 1}`)) {
    leaks.track({ marker });
    const client = await createFullClient({ app, mail, payments }, marker);
    leaks.track(client);
    clients.push(client);
  }
  return {
    app,
    mail,
    payments,
    leaks,
    clients,
    lines,
    pairs: clients.flatMap((mine) =>
      clients.flatMap((theirs) => (mine === theirs ? [] : [[mine, theirs] as const])),
    ) as never,
    async stop() {
      await app.stop();
      await payments.stop();
      await mail.stop();
    },
  };
}
