import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { FREE_ATTEMPTS, MAX_DELAY_S } from '#server/people/access/rate-limits.ts';
import { DAY_MS, DAY_SECONDS, HOUR_SECONDS } from '#shared/kit/time-units.ts';
import * as access from '#shared/people/access.ts';
import { register } from '#shared/people/registration.ts';
import { loginCode, verifyFactor } from '#shared/people/second-factor/second-factor.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { setUpFactor, trustBrowser } from '#test/fixtures/factor-fixture.ts';
import { registrationForm, signUp, tokenIn } from '#test/fixtures/sender-factory.ts';
import { mailAbout } from '#test/fixtures/team-factory.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';

const SETTINGS = { THROTTLE: 'normal', TRUST_PROXY: 'loopback' };

let mail: FakeMailServer;
let one: TestApp;
let two: TestApp;
beforeAll(async () => {
  mail = await startFakeMailServer();
  one = await startTestApp({ SMTP_URL: mail.url, ...SETTINGS });
  two = await startTestApp({ SMTP_URL: mail.url, ...SETTINGS }, { sharesDatabaseWith: one });
});
const start = Date.parse('2026-08-03T12:00:00Z');
const at = (seconds: number) => {
  for (const node of [one, two]) node.setTime(new Date(start + seconds * 1000));
};
beforeEach(async () => {
  await one.owner('DELETE FROM rate_limits');
});
afterEach(() => {
  for (const node of [one, two]) node.setTime(null);
});
afterAll(async () => {
  await two?.stop();
  await one?.stop();
  await mail?.stop();
});

/** A distinct network for each number. */
const network = (n: number) => ({ 'x-forwarded-for': `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` });
const HOME = { 'x-forwarded-for': '192.0.2.7' };

const logIn = (node: TestApp, _username: string, _password: string, headers: Record<string, string>) =>
  node.call(access.login, { body: { _username, _password }, headers });

/** Guesses once from each of `networks` networks, on both nodes at once. @returns how many passwords were compared */
async function guess(username: string, networks: number, first = 0): Promise<number> {
  await Promise.all(
    Array.from({ length: networks }, (_, n) => logIn(n % 2 ? one : two, username, `adivino-${n}`, network(first + n))),
  );
  const [row] = await one.owner<{ failures: number }>(
    "SELECT failures FROM rate_limits WHERE key LIKE 'login-account:%' ORDER BY failures DESC LIMIT 1",
  );
  return row?.failures ?? 0;
}

/** The free attempts, the next one at once, and those that start within the longest delay. */
const MAX_COMPARED = FREE_ATTEMPTS + MAX_DELAY_S + 1;

test('only a few of 400 guesses from 400 networks on two nodes are compared, for known and unknown accounts', async () => {
  const sender = await signUp(one, mail);
  for (const username of [sender.username, 'nadie.de.nadie']) {
    await one.owner('DELETE FROM rate_limits');
    at(0);
    const compared = await guess(username, 400);
    expect(compared, username).toBeGreaterThanOrEqual(FREE_ATTEMPTS);
    expect(compared, username).toBeLessThanOrEqual(MAX_COMPARED);
  }
});

test('a rate-limited guess gets the reply of a wrong password, for a known and an unknown account', async () => {
  const sender = await signUp(one, mail);
  const read: Buffer[] = [];
  for (const username of [sender.username, 'nadie.nunca']) {
    at(0);
    read.push(Buffer.from((await logIn(one, username, 'equivocada', network(1))).bytes));
    await guess(username, 60, 100);
    const late = await logIn(one, username, username === sender.username ? sender.password : 'x'.repeat(8), network(2));
    expect(late.status).toBe(400);
    read.push(Buffer.from(late.bytes));
  }
  expect(new Set(read.map(String)).size).toBe(1);
});

test('an owner logs in at once from a familiar network while others guess, on either node', async () => {
  const sender = await signUp(one, mail);
  at(0);
  expect((await logIn(one, sender.username, sender.password, HOME)).status).toBe(200);
  await guess(sender.username, 100);
  // An unfamiliar network still waits in the account's queue.
  expect((await logIn(two, sender.username, sender.password, network(70_000))).status).toBe(400);
  expect((await logIn(two, sender.username, sender.password, HOME)).status).toBe(200);
  // After 90 days the network is unfamiliar again.
  at(91 * DAY_SECONDS);
  await guess(sender.username, 100, 1000);
  expect((await logIn(two, sender.username, sender.password, HOME)).status).toBe(400);
});

test('a network that is familiar to one account is unfamiliar to another', async () => {
  const [owner, neighbour] = [await signUp(one, mail), await signUp(one, mail)];
  at(0);
  expect((await logIn(one, neighbour.username, neighbour.password, HOME)).status).toBe(200);
  await guess(owner.username, 100);
  expect((await logIn(one, owner.username, owner.password, HOME)).status).toBe(400);
});

test('no owner is locked out: a login from a new network works after a wait or after a password reset', async () => {
  const sender = await signUp(one, mail);
  at(0);
  await guess(sender.username, 100);
  at(10);
  expect((await logIn(one, sender.username, sender.password, network(80_000))).status).toBe(200);

  const other = await signUp(one, mail);
  at(0);
  const headers = network(90_000);
  await one.call(access.recover, { body: { email: other.email }, headers });
  const letters = await mail.mailsTo(other.email, 2);
  const token = tokenIn(letters.at(-1));
  await guess(other.username, 100, 5000);
  await one.call(access.resetPassword, { body: { token, password: 'otra clave' }, headers });
  expect((await logIn(two, other.username, 'otra clave', headers)).status).toBe(200);
});

test('guesses cause one alert mail a day to the owner with advice', async () => {
  const sender = await signUp(one, mail);
  at(0);
  await guess('nadie.en.absoluto', 60);
  await guess(sender.username, 60);
  at(2 * HOUR_SECONDS);
  await guess(sender.username, 60, 1000);
  const letters = await mail.mailsTo(sender.email, 2);
  const alert = letters.at(-1);
  expect(alert?.subject).toBe('Muchos intentos de entrar a tu cuenta · Remito');
  expect(alert?.text).toContain('/password-reset-request');
  expect(alert?.text).not.toMatch(/adivino|portal2026|10\.0\./);
  // Jobs of the queue run in order: a second alert would arrive before this mail.
  await one.call(access.recover, { body: { email: sender.email } });
  const subjects = (await mail.mailsTo(sender.email, 3)).map(({ subject }) => subject);
  expect(subjects.slice(1)).toEqual([
    'Muchos intentos de entrar a tu cuenta · Remito',
    'Cambiá tu contraseña · Remito',
  ]);
});

test('passwords can’t be guessed by registering a taken name from many networks', async () => {
  const form = registrationForm();
  expect((await one.call(register, { body: form })).status).toBe(200);
  at(0);
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      (n % 2 ? one : two).call(register, { body: { ...form, password: `adivino-${n}` }, headers: network(n) }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([422]));
  const [row] = await one.owner<{ failures: number }>(
    "SELECT failures FROM rate_limits WHERE key LIKE 'login-account:%' ORDER BY failures DESC LIMIT 1",
  );
  expect(row?.failures).toBeLessThanOrEqual(MAX_COMPARED);
});

test('an owner on a familiar network is never refused while 150 networks log in at once', async () => {
  const sender = await signUp(one, mail);
  expect((await logIn(one, sender.username, sender.password, HOME)).status).toBe(200);
  const others = Array.from({ length: 150 }, (_, n) => logIn(one, `nadie.${n}`, 'equivocada', network(n)));
  const owner = await Promise.all(Array.from({ length: 5 }, () => logIn(one, sender.username, sender.password, HOME)));
  expect(owner.map(({ status }) => status)).toEqual(Array(5).fill(200));
  for (const { status } of await Promise.all(others)) expect([400, 503]).toContain(status);
});

test('recovery requests from elsewhere don’t use up those of the owner’s network and browser', async () => {
  const sender = await signUp(one, mail);
  at(0);
  expect((await logIn(one, sender.username, sender.password, HOME)).status).toBe(200);
  const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };
  const opened = await logIn(one, sender.username, sender.password, { ...HOME, ...browser });
  const cookie = opened.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  const recover = (headers: Record<string, string>) =>
    two.call(access.recover, { body: { email: sender.email }, headers });
  for (let n = 0; n < 5; n++) {
    at(n * 21);
    expect((await recover(network(n))).status).toBe(200);
  }
  at(200);
  expect((await recover(network(5))).status).toBe(429);
  expect((await recover(HOME)).status).toBe(200);
  // On the train, in the browser that logged in at home.
  expect((await recover({ ...network(6), ...browser, cookie })).status).toBe(200);
  expect((await recover({ ...network(6), ...browser })).status).toBe(429);
  // Somebody else's address has no share in this network or this browser.
  const neighbour = await signUp(one, mail);
  const recoverNeighbour = (headers: Record<string, string>) =>
    two.call(access.recover, { body: { email: neighbour.email }, headers });
  expect((await recoverNeighbour(network(7))).status).toBe(200);
  expect((await recoverNeighbour({ ...HOME, ...browser, cookie })).status).toBe(429);
});

test('wrong codes of whoever knows the password don’t delay the owner’s on a known network or in an open session', async () => {
  const sender = await signUp(one, mail);
  at(0);
  const { authenticator } = await setUpFactor(one, sender, new Date(start));
  const half = async (headers: Record<string, string>) =>
    (await logIn(one, sender.username, sender.password, headers)).body.token;
  const give = async (headers: Record<string, string>, seconds: number) => {
    const code = authenticator.code(new Date(start + seconds * 1000));
    return one.call(loginCode, { token: await half(headers), body: { code }, headers });
  };
  at(60);
  const opened = await give(HOME, 60);
  expect(opened.status).toBe(200);
  at(120);
  const thief = await half(network(1));
  for (let n = 0; n < 6; n++) {
    const wrong = await two.call(loginCode, { token: thief, body: { code: '000000' }, headers: network(1) });
    expect(wrong.status).toBe(422);
  }
  expect((await give(network(2), 120)).status).toBe(429);
  expect((await give(HOME, 120)).status).toBe(200);
  at(180);
  const code = authenticator.code(new Date(start + 180_000));
  const body = { token: opened.body.token, body: { code }, headers: network(3) };
  expect((await two.call(verifyFactor, body)).status).toBe(200);
});

test('after a reset on a known network, wrong codes of before don’t delay the owner there', async () => {
  const sender = await signUp(one, mail);
  at(0);
  const { authenticator } = await setUpFactor(one, sender, new Date(start));
  const half = async (password: string) => (await logIn(one, sender.username, password, HOME)).body.token;
  const give = async (token: string, code: string) => {
    const { status } = await one.call(loginCode, { token, body: { code }, headers: HOME });
    return status;
  };
  at(60);
  expect(await give(await half(sender.password), authenticator.code(new Date(start + 60_000)))).toBe(200);
  at(120);
  const colleague = await half(sender.password);
  for (let n = 0; n < 6; n++) expect(await give(colleague, '000000')).toBe(422);
  expect(await give(colleague, '000000')).toBe(429);
  await one.call(access.recover, { body: { email: sender.email }, headers: HOME });
  const token = tokenIn(await mailAbout(mail, sender.email, 'Cambiá tu contraseña'));
  await one.call(access.resetPassword, { body: { token, password: 'tres palabras mias' }, headers: HOME });
  expect(await give(await half('tres palabras mias'), authenticator.code(new Date(start + 120_000)))).toBe(200);
});

test('sessions that a trusted browser opens share one limit of codes', async () => {
  const sender = await signUp(one, mail);
  at(0);
  const { authenticator } = await setUpFactor(one, sender, new Date(start));
  at(60);
  const { cookie } = await trustBrowser(one, sender, authenticator.code(new Date(start + 60_000)));
  at(120);
  const statuses: number[] = [];
  for (let session = 0; session < 3; session++) {
    const { token } = (await logIn(one, sender.username, sender.password, { cookie })).body;
    for (let n = 0; n < 3; n++)
      statuses.push((await one.call(verifyFactor, { token, body: { code: '000000' } })).status);
  }
  expect(statuses).toEqual([...Array(6).fill(422), ...Array(3).fill(429)]);
});

test('a new password ends the share of whoever knew the former one', async () => {
  const sender = await signUp(one, mail);
  at(0);
  expect((await logIn(one, sender.username, sender.password, HOME)).status).toBe(200);
  const recover = (headers: Record<string, string>) =>
    two.call(access.recover, { body: { email: sender.email }, headers });
  expect((await recover(network(1))).status).toBe(200);
  const token = tokenIn(await mailAbout(mail, sender.email, 'Cambiá tu contraseña'));
  const reset = { body: { token, password: 'tres palabras mias' }, headers: network(1) };
  expect((await one.call(access.resetPassword, reset)).status).toBe(200);
  for (let n = 1; n <= 4; n++) {
    at(n * 21);
    expect((await recover(network(n))).status).toBe(200);
  }
  at(200);
  // The former password was used at home, the new one on network 9.
  expect((await recover(HOME)).status).toBe(429);
  expect((await logIn(one, sender.username, 'tres palabras mias', network(9))).status).toBe(200);
  expect((await recover(network(9))).status).toBe(200);
});

test('the nightly cleanup deletes expired rate limits and familiar networks', async () => {
  const sender = await signUp(one, mail);
  await one.owner('DELETE FROM rate_limits');
  at(0);
  await logIn(one, sender.username, sender.password, HOME);
  await guess(sender.username, 30);
  await one.owner('SELECT delete_expired($1, 5000)', [new Date(start + 2 * DAY_MS)]);
  expect(await one.owner("SELECT FROM rate_limits WHERE key LIKE 'login-account:%'")).toEqual([]);
  // The network, and network and device of the password.
  expect(await one.owner("SELECT FROM rate_limits WHERE key LIKE 'login-known:%'")).toHaveLength(3);
  await one.owner('SELECT delete_expired($1, 5000)', [new Date(start + 92 * DAY_MS)]);
  expect(await one.owner('SELECT FROM rate_limits')).toEqual([]);
});
