import { afterAll, beforeAll, expect, test } from 'vitest';
import * as passkeys from '#shared/people/second-factor/staff-passkeys.ts';
import * as calls from '#shared/people/staff-sessions.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { pageOrigin } from '#test/fixtures/passkey-fixture.ts';
import {
  hire,
  openStaffBrowser,
  type Person,
  STAFF_PASSWORD,
  type StaffBrowser,
} from '#test/fixtures/staff-fixture.ts';
import { createFakeAuthenticator } from '#test/services/fake-authenticator.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';

const NOON = new Date('2099-08-03T15:00:00Z');

let mail: FakeMailServer;
let app: TestApp;
beforeAll(async () => {
  mail = await startFakeMailServer();
  app = await startTestApp({ SMTP_URL: mail.url });
  app.setTime(NOON);
});
afterAll(async () => {
  await app?.stop();
  await mail?.stop();
});

/** Logs a person in up to the second step, in another browser. */
async function halfBrowser({ email }: Person): Promise<StaffBrowser> {
  const browser = openStaffBrowser(app);
  await browser.call(calls.staffLogin, { body: { email, password: STAFF_PASSWORD } });
  return browser;
}

/** Another browser with the same cookie. */
const sameSession = ({ cookie }: StaffBrowser): StaffBrowser => Object.assign(openStaffBrowser(app), { cookie });

const unused = ({ id }: Person) =>
  app.owner('SELECT FROM staff_backup_codes WHERE staff_id = $1 AND used_at IS NULL', [id]);

test('of two different codes for one half session at the same time, one completes it and the other stays unused', async () => {
  const person = await hire(app, mail, 'support', NOON);
  const half = await halfBrowser(person);
  const tries = person.backupCodes.slice(0, 2).map(async (code) => {
    const browser = sameSession(half);
    return { browser, status: (await browser.call(calls.staffLoginCode, { body: { code } })).status };
  });
  const [done, ...refused] = (await Promise.all(tries)).sort((a, b) => a.status - b.status);
  expect([done?.status, ...refused.map(({ status }) => status)]).toEqual([200, 401]);
  expect((await done?.browser.call(calls.staffMe))?.body.results.second_factor).toBe('done');
  expect(await unused(person)).toHaveLength(9);
});

test('of five equal answers by a passkey at the same time, one completes the login', async () => {
  const person = await hire(app, mail, 'support', NOON);
  const passkey = createFakeAuthenticator(pageOrigin(app));
  const begun = await person.browser.call(passkeys.beginStaffPasskey);
  const added = { name: 'Mi llave', ...passkey.create(begun.body.results) };
  expect((await person.browser.call(passkeys.addStaffPasskey, { body: added })).status).toBe(200);
  const half = await halfBrowser(person);
  const body = passkey.answer((await half.call(passkeys.askStaffPasskey)).body.results);
  const all = await Promise.all(
    Array.from({ length: 5 }, () => sameSession(half).call(passkeys.staffLoginPasskey, { body })),
  );
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a half session whose person ends it meanwhile isn’t completed', async () => {
  const person = await hire(app, mail, 'support', NOON);
  const half = await halfBrowser(person);
  expect((await person.browser.call(calls.endOtherStaffSessions)).status).toBe(200);
  const [code = ''] = person.backupCodes;
  expect((await half.call(calls.staffLoginCode, { body: { code } })).status).toBe(401);
  expect(await unused(person)).toHaveLength(10);
});

test('a code that is sent with the first set-up is ignored, and counts as no wrong one', async () => {
  const person = await hire(app, mail, 'support', NOON);
  await app.owner('DELETE FROM staff_factors WHERE staff_id = $1', [person.id]);
  const first = await halfBrowser(person);
  for (let n = 0; n < 7; n++) {
    expect((await first.call(calls.beginFactor, { body: { code: '000000' } })).status).toBe(200);
  }
});

test('the audit trail says which passkey was added and removed', async () => {
  const person = await hire(app, mail, 'support', NOON);
  const passkey = createFakeAuthenticator(pageOrigin(app));
  const begun = await person.browser.call(passkeys.beginStaffPasskey);
  await person.browser.call(passkeys.addStaffPasskey, {
    body: { name: 'Mi llave', ...passkey.create(begun.body.results) },
  });
  const [{ id } = { id: 0 }] = (await person.browser.call(passkeys.listStaffPasskeys)).body.results;
  await person.browser.call(passkeys.removeStaffPasskey, { params: { id } });
  const rows = await app.owner(
    `SELECT action, target, details FROM audit_log WHERE actor_kind = 'staff' AND actor_id = $1
     AND action IN ('ops.passkey.add', 'ops.passkey.remove') ORDER BY action`,
    [person.id],
  );
  const about = { target: String(person.id), details: { passkey: id } };
  expect(rows).toEqual([
    { action: 'ops.passkey.add', ...about },
    { action: 'ops.passkey.remove', ...about },
  ]);
});
