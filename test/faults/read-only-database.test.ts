import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOrder } from '#shared/orders/new-order.ts';
import { readBuyerContact, saveBuyerContact } from '#shared/people/buyer-contact.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';
import { signUp } from '#test/fixtures/sender-factory.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';

let mail: FakeMailServer;
let app: TestApp;
let login: pg.ClientConfig;
beforeAll(async () => {
  mail = await startFakeMailServer();
  app = await startTestApp({ SMTP_URL: mail.url });
  login = app.database.login;
});
afterAll(async () => {
  await app?.stop();
  await mail?.stop();
});

/** Makes new connections of the server read-only, as if its address led to a standby from now on, or writable again. */
const setReadOnly = (value: 'on' | 'off') =>
  asSuperuser(
    `ALTER ROLE "${login.user}" IN DATABASE "${login.database}" SET default_transaction_read_only = ${value}`,
  );

const endConnections = () =>
  asSuperuser(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${login.database}' AND usename = '${login.user}'`,
  );

async function asSuperuser(statement: string): Promise<void> {
  const client = new pg.Client(app.database.superuser);
  await client.connect();
  await client.query(statement);
  await client.end();
}

const readiness = async () => (await app.fetch('/readyz')).status;

test('a database that takes no writes is unavailable, and its connections are given up once there is one that does', async () => {
  const { token } = await signUp(app, mail);
  const write = (phone: string) => app.call(saveBuyerContact, { token, body: { email: '', phone } });
  expect(await readiness()).toBe(200);
  await setReadOnly('on');
  await endConnections();
  // The first calls may still meet the ended connections.
  await expect.poll(readiness).toBe(503);
  const refused = await write('1144445555');
  expect([refused.status, refused.headers.get('retry-after'), refused.body]).toEqual([
    503,
    '2',
    expect.objectContaining({ code: 'unavailable' }),
  ]);
  // An order's queries run in parallel: the call awaits another one than the first that fails.
  const order = await app.call(createOrder, { token, body: newOrder() });
  expect([order.status, order.body.code]).toEqual([503, 'unavailable']);
  await setReadOnly('off');
  // The read-only connections of the pool aren't used again.
  await expect.poll(async () => (await write('1144445555')).status).toBe(200);
  for (let n = 0; n < 10; n++) expect((await write(`114444666${n}`)).status).toBe(200);
  expect((await app.call(readBuyerContact, { token })).body.results.phone).toBe('1144446669');
  expect(await readiness()).toBe(200);
});
