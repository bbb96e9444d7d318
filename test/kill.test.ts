import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { login } from '#shared/access.ts';
import { createOrder, listOrders } from '#shared/orders.ts';
import { type ServerProcess, startServerProcess } from './e2e/server-process.ts';
import { clientOf, type HttpClient } from './http-client.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { acknowledgedIn, type Ledger, write } from './order-writers.ts';
import { signUp } from './senders.ts';

const WRITERS = 8;

let mail: MailServer;
let dataDir: string;
let settings: NodeJS.ProcessEnv;

beforeAll(async () => {
  mail = await startMailServer();
  dataDir = await mkdtemp(join(tmpdir(), 'remito-kill-'));
  settings = { DEMO: '0', SMTP_URL: mail.url, THROTTLE: 'off', LOG_LEVEL: 'silent' };
});

afterAll(async () => {
  await mail.stop();
  // The database that the last kill left behind may still be writing.
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

const start = () => startServerProcess(settings, { dataDir, keepData: true });

async function allTrackings(api: HttpClient, token: string): Promise<string[]> {
  const { body } = await api.call(listOrders, { token, query: { limit: 10_000 } });
  return body.results.map(({ tracking_id }) => tracking_id);
}

async function databasePid(): Promise<number> {
  const [pid] = (await readFile(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8')).split('\n');
  return Number(pid);
}

const KILLS: [string, (server: ServerProcess) => Promise<void>][] = [
  ['the app', async (server) => void server.process.kill('SIGKILL')],
  ['the database', async () => void process.kill(await databasePid(), 'SIGKILL')],
  [
    'the app and the database',
    async (server) => {
      server.process.kill('SIGKILL');
      process.kill(await databasePid(), 'SIGKILL');
    },
  ],
];

test.each(KILLS)('killing %s while orders are created loses and doubles none', async (_what, kill) => {
  const ledger: Ledger = new Map();
  let server = await start();
  const sender = await signUp(clientOf(server.url), mail);
  const before = (await allTrackings(clientOf(server.url), sender.token)).length;

  let killed = false;
  const writers = Array.from({ length: WRITERS }, () =>
    write(clientOf(server.url), sender.token, ledger, () => killed),
  );
  // In full swing: some orders are acknowledged, and all writers are at it.
  while (acknowledgedIn(ledger).length < 3 * WRITERS) await new Promise((resolve) => setTimeout(resolve, 10));
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 200));
  await kill(server);
  killed = true;
  await Promise.all(writers);
  if (server.process.exitCode === null && server.process.signalCode === null) await server.stop();

  server = await start();
  const api = clientOf(server.url);
  const { body } = await api.call(login, { body: { _username: sender.username, _password: sender.password } });
  const acknowledged = acknowledgedIn(ledger);
  const found = await allTrackings(api, body.token);
  expect(acknowledged.filter((tracking) => !found.includes(tracking))).toEqual([]);

  // What was cut off is sent again with its key: exactly one order comes of it.
  for (const [key, entry] of ledger) {
    const answer = await api.call(createOrder, {
      token: body.token,
      body: entry.body,
      headers: { 'idempotency-key': key },
    });
    expect(answer.status).toBe(200);
    if (entry.tracking) expect(answer.body.results.tracking_id).toBe(entry.tracking);
  }
  expect(await allTrackings(api, body.token)).toHaveLength(before + ledger.size);
  await server.stop();
});
