import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { login } from '#shared/access.ts';
import { listOrders } from '#shared/orders.ts';
import { bulkCells, bulkText, finished, manyCells, upload } from './bulk-files.ts';
import { type ServerProcess, startServerProcess } from './e2e/server-process.ts';
import { effort } from './effort.ts';
import { clientOf } from './http-client.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { signUp } from './senders.ts';

const KILLS = effort(4, 20);
const ROWS = effort(3000, 50_000);

/** A row that is wrong comes every so often. */
const FAULT = 100;

let mail: MailServer;
let dataDir: string;

beforeAll(async () => {
  mail = await startMailServer();
  dataDir = await mkdtemp(join(tmpdir(), 'remito-batch-kill-'));
});

afterAll(async () => {
  await mail.stop();
  // The database that the last kill left behind may still be writing.
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

const start = () =>
  startServerProcess(
    { DEMO: '0', SMTP_URL: mail.url, THROTTLE: 'off', LOG_LEVEL: 'silent' },
    { dataDir, keepData: true },
  );

async function killDatabase(): Promise<void> {
  const [pid] = (await readFile(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
}

/** The app, the app with its database, the database alone, one after the other. */
async function kill(server: ServerProcess, round: number): Promise<void> {
  if (round % 3 !== 2) server.process.kill('SIGKILL');
  if (round % 3 !== 0) await killDatabase();
  await setTimeout(100);
  if (server.process.exitCode === null && server.process.signalCode === null) await server.stop();
}

/** Orders of two rows that don't stand together among those of one, some of them wrong. */
function rowsOf(round: number) {
  return manyCells(ROWS, round * 1_000_000).map((cells, index) => {
    if (index % FAULT === FAULT - 1) return { ...cells, email: 'mal' };
    const twin = index % FAULT === 50 ? bulkCells(round * 1_000_000 + index - 20) : cells;
    return { ...cells, nro_orden: twin.nro_orden, email: twin.email, envio: index % FAULT === 50 ? '2' : '' };
  });
}

test(`A batch that is killed ${KILLS} times at random makes each order once and tells of each row once`, async () => {
  let server = await start();
  const { username, password, ...sender } = await signUp(clientOf(server.url), mail);
  let { token } = sender;
  let orders = 0;
  for (let round = 0; round < KILLS; round++) {
    const rows = rowsOf(round);
    const file = bulkText(rows);
    const key = crypto.randomUUID();
    const sent = upload(clientOf(server.url), token, file, { key }).catch(() => null);
    await setTimeout(Math.random() * (200 + ROWS));
    await kill(server, round);
    await sent;

    server = await start();
    const api = clientOf(server.url);
    token = (await api.call(login, { body: { _username: username, _password: password } })).body.token;
    // What wasn't answered is sent again with its key.
    const { status, body } = await upload(api, token, file, { key });
    expect(status, body.message).toBe(200);
    const batch = await finished(api, token, body.results.id);
    const right = rows.filter(({ email }) => email !== 'mal');
    const numbers = new Set(right.map(({ nro_orden }) => nro_orden));
    expect(batch).toMatchObject({ estado: 'Procesado', ordenes: numbers.size, filas: ROWS, omitidas: 0 });
    expect(batch.errores).toBe(ROWS - right.length);
    if (ROWS <= 10_000) {
      expect(batch.logs.map(({ id }) => id)).toEqual(rows.map((_, index) => index + 2));
      expect(batch.logs.filter(({ tipo }) => tipo === 'success')).toHaveLength(right.length);
    }
    orders += numbers.size;
    const { body: all } = await api.call(listOrders, { token, query: { limit: 10_000 } });
    expect(all.pagination.total).toBe(orders);
    if (orders <= 10_000) expect(new Set(all.results.map(({ order_id }) => order_id)).size).toBe(orders);
  }
  await server.stop();
}, 3_600_000);
