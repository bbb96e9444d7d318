import { expect, test } from 'vitest';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { login } from '#shared/people/access.ts';
import { currentUser } from '#shared/people/account.ts';
import { listSessions } from '#shared/people/sessions.ts';
import * as staff from '#shared/people/staff-sessions.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { startTestApp } from '#test/app/test-app.ts';
import { giveCode, logInHalf, setUpFactor } from '#test/fixtures/factor-fixture.ts';
import { logIn, type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { hire, openStaffBrowser, type Person, STAFF_PASSWORD } from '#test/fixtures/staff-fixture.ts';

const { app, mail } = await sharedApp();

const NOON = new Date('2099-08-03T15:00:00Z');
const minute = (n: number) => new Date(NOON.getTime() + n * MINUTE_MS);

const statusOf = async (token: string) => (await app.call(currentUser, { token })).status;
const statusesOf = (tokens: string[]) => Promise.all(tokens.map(statusOf));
const repeated = (times: number, status: number) => Array.from({ length: times }, () => status);

/** Returns the details of a person's audited logins that have any. */
async function details(name: string): Promise<unknown[]> {
  const rows = await app.owner<{ details: unknown }>(
    'SELECT details FROM audit_log, generate_series(1, times) WHERE actor_name = $1 AND details IS NOT NULL',
    [name],
  );
  return rows.map((row) => row.details);
}

/** Runs the steps one after the other, a minute apart. */
async function everyMinute<T>(from: number, times: number, step: (at: Date) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let n = from; n < from + times; n++) {
    app.setTime(minute(n));
    results.push(await step(minute(n)));
  }
  return results;
}

test('of a user’s 24 sessions the four oldest end, even if the last four logins are at once', async () => {
  app.setTime(NOON);
  const me = await signUp(app, mail);
  const logInAgain = () => logIn(app, me.username, me.password);
  const tokens = [me.token, ...(await everyMinute(1, 19, logInAgain))];
  const last = await Promise.all(Array.from({ length: 4 }, logInAgain));
  expect(await statusesOf([...tokens, ...last])).toEqual([...repeated(4, 401), ...repeated(20, 200)]);
  expect((await app.call(listSessions, { token: last[0] ?? '' })).body.results).toHaveLength(20);
  expect(await details(me.username)).toEqual(Array.from({ length: 4 }, () => ({ ended_sessions: 1 })));
});

test('a person at work keeps the session while a program logs in as the same user again and again', async () => {
  app.setTime(NOON);
  const me = await signUp(app, mail);
  const second = (n: number) => new Date(NOON.getTime() + n * 1000);
  const statuses: number[] = [];
  for (let n = 1; n <= 25; n++) {
    app.setTime(second(n * 10));
    await logIn(app, me.username, me.password);
    statuses.push(await statusOf(me.token));
  }
  expect(statuses).toEqual(repeated(25, 200));
});

test('a new login is kept until its first use, even if all other sessions were used', async () => {
  app.setTime(NOON);
  const me = await signUp(app, mail);
  const used = await everyMinute(1, 19, () => logIn(app, me.username, me.password));
  app.setTime(minute(30));
  expect(await statusesOf([me.token, ...used])).toEqual(repeated(20, 200));
  const mine = await logIn(app, me.username, me.password);
  app.setTime(new Date(minute(30).getTime() + 3000));
  await logIn(app, me.username, me.password);
  expect(await statusOf(mine)).toBe(200);
});

test('a session that nobody used for eight hours doesn’t count', async () => {
  app.setTime(NOON);
  const me = await signUp(app, mail);
  const logInAgain = () => logIn(app, me.username, me.password);
  const unused = await logInAgain();
  await everyMinute(470, 1, () => statusOf(me.token));
  const tokens = await everyMinute(481, 19, logInAgain);
  expect(await statusesOf([unused, me.token, ...tokens])).toEqual([401, ...repeated(20, 200)]);
});

test('whoever has only the password ends no session of a user with a second factor', async () => {
  app.setTime(NOON);
  const sender: Sender = await signUp(app, mail);
  const { authenticator } = await setUpFactor(app, sender, NOON);
  // All at one time, because a half session ends after a quarter of an hour.
  const halves = await Promise.all(Array.from({ length: 21 }, () => logInHalf(app, sender)));
  expect((await statusesOf(halves)).sort()).toEqual([401, ...repeated(20, 403)]);
  expect(await statusOf(sender.token)).toBe(200);
  const whole = await everyMinute(40, 20, async (at) => {
    const { body } = await giveCode(app, await logInHalf(app, sender), authenticator.code(at));
    return body.token;
  });
  expect(await statusesOf([sender.token, ...whole])).toEqual([401, ...repeated(20, 200)]);
});

test('logins on another network end no login that waits for its code', async () => {
  const node = await startTestApp(
    { SMTP_URL: mail.url, TRUST_PROXY: 'loopback', ROLE: 'web' },
    { sharesDatabaseWith: app },
  );
  for (const one of [app, node]) one.setTime(NOON);
  const sender = await signUp(app, mail);
  const { authenticator } = await setUpFactor(app, sender, NOON);
  const half = (address: string) =>
    node.call(login, {
      body: { _username: sender.username, _password: sender.password },
      headers: { 'x-forwarded-for': address },
    });
  const mine = (await half('192.0.2.7')).body.token;
  for (let n = 0; n < 21; n++) await half('198.51.100.9');
  for (const one of [app, node]) one.setTime(minute(1));
  expect((await giveCode(node, mine, authenticator.code(minute(1)))).status).toBe(200);
  await node.stop();
});

/** Logs a member of the staff in, with a code after the password. */
async function logInStaff({ email, authenticator }: Person, at: Date | null) {
  const browser = openStaffBrowser(app);
  await browser.call(staff.staffLogin, { body: { email, password: STAFF_PASSWORD } });
  if (at) await browser.call(staff.staffLoginCode, { body: { code: authenticator.code(at) } });
  return browser;
}

test('beyond 20 sessions of a member of the staff the oldest ends, and half sessions are counted apart', async () => {
  app.setTime(NOON);
  const person = await hire(app, mail, 'support', NOON);
  const statuses = (browsers: Person['browser'][]) =>
    Promise.all(browsers.map(async (browser) => (await browser.call(staff.staffMe)).status));
  const halves = await Promise.all(Array.from({ length: 21 }, () => logInStaff(person, null)));
  expect((await statuses([person.browser, ...halves])).sort()).toEqual([...repeated(21, 200), 401]);
  const whole = await everyMinute(30, 20, (at) => logInStaff(person, at));
  expect(await statuses([person.browser, ...whole])).toEqual([401, ...repeated(20, 200)]);
  expect((await whole[19]?.call(staff.listStaffSessions))?.body.results).toHaveLength(20 + 20 - 1);
});
