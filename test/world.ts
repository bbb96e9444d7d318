import { startTestApp, type TestApp } from './app.ts';
import { type FullClient, fullClient } from './full-client.ts';
import { createLeakCheck, type LeakCheck } from './leak-check.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { type PaymentServer, startPaymentServer } from './payment-server.ts';

/** Clients with a canary each, and a check of everything that anybody reads of them, which is always on. */
export interface World {
  app: TestApp;
  mail: MailServer;
  payments: PaymentServer;
  leaks: LeakCheck;
  clients: FullClient[];
  /** Everything that was logged. */
  lines: string[];
  /** Each client with each other one, as the one who asks and the one who is asked for. */
  pairs: [FullClient, FullClient][];
  stop(): Promise<void>;
}

/** Starts the whole server and fills it with so many clients, eight at most. */
export async function startWorld(count: number): Promise<World> {
  const [mail, payments, leaks] = [await startMailServer(), await startPaymentServer(), createLeakCheck()];
  const lines: string[] = [];
  const app = await startTestApp(
    { SMTP_URL: mail.url, METRICS_PORT: '0', LOG_LEVEL: 'debug', ...payments.settings },
    { onLog: (line) => lines.push(line), onAnswer: leaks.answer },
  );
  const clients: FullClient[] = [];
  for (const canary of Array.from({ length: count }, (_, index) => `canario${index + 1}`)) {
    leaks.guard({ canary });
    const client = await fullClient({ app, mail, payments }, canary);
    leaks.guard(client);
    clients.push(client);
  }
  return {
    ...{ app, mail, payments, leaks, clients, lines },
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

/** Every row of every client, in short; what changes by asking alone, such as a session's last moment, is left out. */
export async function rowsOfAll(app: TestApp): Promise<Record<string, string>> {
  const tables = await app.owner<{ name: string }>(
    `SELECT relname AS name FROM pg_class c WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> 'sessions'
       AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'client_id') ORDER BY 1`,
  );
  const digests = tables.map(
    ({ name }) => `SELECT '${name}' AS name, md5(string_agg(t::text, '|' ORDER BY t::text)) AS rows FROM ${name} t`,
  );
  const rows = await app.owner<{ name: string; rows: string }>(digests.join(' UNION ALL '));
  return Object.fromEntries(rows.map(({ name, rows: digest }) => [name, digest]));
}
