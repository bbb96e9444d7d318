import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import * as access from '#shared/people/access.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';

let mail: FakeMailServer;
let app: TestApp;
beforeAll(async () => {
  mail = await startFakeMailServer();
  app = await startTestApp({ SMTP_URL: mail.url, THROTTLE: 'normal', TRUST_PROXY: 'loopback' });
});
beforeEach(async () => {
  await app.owner('DELETE FROM rate_limits');
});
afterAll(async () => {
  app?.setTime(null);
  await app?.stop();
  await mail?.stop();
});

const start = Date.parse('2026-08-03T03:00:00Z');
const atMinute = (n: number) => app.setTime(new Date(start + n * MINUTE_MS));
const network = (n: number) => ({ 'x-forwarded-for': `192.0.2.${n}` });

const logIn = ({ username, password }: Sender, headers: Record<string, string>) =>
  app.call(access.login, { body: { _username: username, _password: password }, headers });
const recover = async ({ email }: Sender, headers: Record<string, string>) =>
  (await app.call(access.recover, { body: { email }, headers })).status;

/** Number of networks and browsers that the installation knows. */
const origins = async () => (await app.owner("SELECT FROM rate_limits WHERE key LIKE 'login-known:%'")).length;

test('a browser that keeps no cookie adds at most twenty origins a day, and the first ones stay known', async () => {
  const sender = await signUp(app, mail);
  const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', ...network(1) };
  atMinute(0);
  const before = await origins();
  for (let n = 0; n < 25; n++) {
    atMinute(n);
    expect((await logIn(sender, browser)).status).toBe(200);
  }
  // The networks of the logins and of the activation's link are counted apart.
  const limited = await origins();
  expect(limited - before).toBeLessThanOrEqual(22);
  for (let n = 0; n < 6; n++) {
    atMinute(60 + n);
    expect(await recover(sender, network(100 + n))).toBe(n < 5 ? 200 : 429);
  }
  atMinute(67);
  expect(await recover(sender, network(1))).toBe(200);
  atMinute(25 * 60);
  const other = { ...browser, ...network(2) };
  expect((await logIn(sender, other)).status).toBe(200);
  expect(await origins()).toBeGreaterThan(limited);
});

test('requests of others on the owner’s network don’t keep the owner from recovering the password', async () => {
  const sender = await signUp(app, mail);
  atMinute(0);
  expect((await logIn(sender, network(1))).status).toBe(200);
  const others: number[] = [];
  for (let n = 0; n < 31; n++) {
    atMinute(1 + n);
    others.push(await recover({ ...sender, email: `nadie${n}@example.com` }, network(1)));
  }
  expect(others).toEqual([...Array(30).fill(200), 429]);
  expect(await recover(sender, network(1))).toBe(200);
});

test('requests from many of the owner’s networks flood no mailbox: 45 mails a day from all of them', async () => {
  const sender = await signUp(app, mail);
  atMinute(0);
  for (let n = 1; n <= 4; n++) expect((await logIn(sender, network(n))).status).toBe(200);
  const statuses: number[] = [];
  for (let n = 0; n < 46; n++) {
    atMinute(1 + n * 4);
    statuses.push(await recover(sender, network(1 + (n % 4))));
  }
  expect(statuses).toEqual([...Array(45).fill(200), 429]);
});
