import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { createLog } from '#server/platform/log.ts';
import { type RunningServer, startServer } from '#server/start.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { listOrders } from '#shared/orders/orders.ts';
import { exportShipments } from '#shared/orders/shipments.ts';
import { shipmentTotals } from '#shared/orders/statistics.ts';
import { createHttpClient, type HttpClient } from '#test/callers/http-client.ts';
import { loadExampleData, PROVIDER_KEY } from '#test/callers/staff-client.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';
import { type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';
import { type Standby, startStandby } from '#test/services/postgres-standby.ts';
import { TEST_SECRETS_KEY } from '#test/services/secrets-key.ts';

let folder: string;
let primary: EmbeddedPostgres;
let standby: Standby;
let mail: FakeMailServer;
let nodes: RunningServer[];
let a: HttpClient;
let b: HttpClient;
let sender: Sender;

function start(replica: pg.ClientConfig, onLog: (line: string) => void = () => {}): Promise<RunningServer> {
  const config = readConfig({
    PORT: '0',
    DEMO: '0',
    REGISTRATION: 'open',
    SMTP_URL: mail.url,
    THROTTLE: 'off',
    SHED_AFTER_MS: '0',
    JWT_SECRET: 'a secret that all nodes of the test share',
    SECRETS_KEY: TEST_SECRETS_KEY,
    OPS_API_KEY: PROVIDER_KEY,
  });
  const { owner, login } = primary;
  const database = { owner, login, replica, stop: async () => {} };
  return startServer(config, { log: createLog('info', { write: onLog }), portal: null, verifyReplies: true, database });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remito-replica-'));
  // The database's user needs access to the folder.
  await chmod(folder, 0o711);
  primary = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log: createLog('silent'), unsafeFast: true });
  standby = await startStandby(primary);
  mail = await startFakeMailServer();
  nodes = [await start(standby.login), await start(standby.login)];
  [a, b] = nodes.map(({ url }) => createHttpClient(url)) as [HttpClient, HttpClient];
  await loadExampleData(nodes[0]?.url ?? '');
  sender = await signUp(a, mail);
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await mail.stop();
  await standby.stop();
  await primary.stop();
  await rm(folder, { recursive: true, force: true });
});

let renamed = 0;

/** Changes all names directly in the database, without a change event. @returns the name */
async function renameSecretly(): Promise<string> {
  const name = `Nadie lo dijo ${renamed++}`;
  const client = new pg.Client(primary.owner);
  await client.connect();
  await client.query('UPDATE orders SET receiver_name = $1', [name]);
  await client.end();
  return name;
}

const listAt = async (at: HttpClient) => (await at.call(listOrders, { token: sender.token })).body.results;
const exportAt = async (at: HttpClient) =>
  Buffer.from((await at.call(exportShipments, { token: sender.token })).bytes).toString();

/** Waits until an export comes from the replica: its data is from before the change of names. */
async function untilUsed(at: HttpClient): Promise<string> {
  for (;;) {
    await standby.pause();
    const name = await renameSecretly();
    if (!(await exportAt(at)).includes(name)) return name;
    await standby.resume();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

test('a client’s new order appears in statistics and exports of every node, even with a lagging replica', async () => {
  await a.call(createOrder, { token: sender.token, body: newOrder() });
  for (const at of [a, b]) {
    await untilUsed(at);
    const { body } = await a.call(createOrder, { token: sender.token, body: newOrder() });
    const orders = await listAt(a);
    expect(orders.map(({ id }) => id)).toContain(body.results.id);
    for (const node of [a, b]) {
      expect((await node.call(shipmentTotals, { token: sender.token })).body.total).toBe(orders.length);
      expect(await exportAt(node)).toContain(body.results.tracking_id);
    }
    await standby.resume();
  }
});

test('lists are read from the primary, and a client’s write doesn’t move other clients’ exports to the primary', async () => {
  const name = await untilUsed(a);
  expect(JSON.stringify(await listAt(a))).toContain(name);
  const other = await signUp(a, mail);
  expect(await exportAt(a)).not.toContain(name);
  const created = await a.call(createOrder, { token: other.token, body: newOrder() });
  const exported = await b.call(exportShipments, { token: other.token });
  expect(Buffer.from(exported.bytes).toString()).toContain(created.body.results.tracking_id);
  expect(await exportAt(b)).not.toContain(name);
  await standby.resume();
});

test('if the replica fails no call fails, and after its recovery the replica is used again', async () => {
  await untilUsed(b);
  await standby.kill();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => b.call(exportShipments, { token: sender.token }).then(({ status }) => status)),
  );
  expect(answers).toEqual(Array(20).fill(200));
  const name = await renameSecretly();
  expect(await exportAt(b)).toContain(name);
  await standby.start();
  await untilUsed(b);
  await standby.resume();
});

test('a server that is not a standby of the primary is never used', async () => {
  const printed: string[] = [];
  const node = await start(primary.login, (line) => printed.push(line));
  nodes.push(node);
  await expect.poll(() => printed.join('')).toContain('the replica is no standby of the primary');
  expect((await exportAt(createHttpClient(node.url))).length).toBeGreaterThan(100);
});
