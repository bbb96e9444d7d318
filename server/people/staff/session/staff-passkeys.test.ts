import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import * as calls from '#shared/people/second-factor/staff-passkeys.ts';
import { changeStaff } from '#shared/people/staff.ts';
import { correctUser } from '#shared/people/staff-client-users.ts';
import { staffLogin, staffMe } from '#shared/people/staff-sessions.ts';
import { createKey } from '#shared/provider/staff-keys.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { pageOrigin } from '#test/fixtures/passkey-fixture.ts';
import {
  hire,
  openStaffBrowser,
  type Person,
  STAFF_PASSWORD,
  type StaffBrowser,
} from '#test/fixtures/staff-fixture.ts';
import { mailAbout } from '#test/fixtures/team-factory.ts';
import { createFakeAuthenticator, type FakeAuthenticator } from '#test/services/fake-authenticator.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';

const NOON = new Date('2099-08-03T15:00:00Z');
const later = (minutes: number) => new Date(NOON.getTime() + minutes * MINUTE_MS);

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

async function addPasskey(browser: StaffBrowser): Promise<FakeAuthenticator> {
  const authenticator = createFakeAuthenticator(pageOrigin(app));
  const begun = await browser.call(calls.beginStaffPasskey);
  const body = { name: 'Mi llave', ...authenticator.create(begun.body.results) };
  expect((await browser.call(calls.addStaffPasskey, { body })).status).toBe(200);
  return authenticator;
}

/** Logs a person in up to the second step, in another browser. */
async function halfBrowser({ email }: Person): Promise<StaffBrowser> {
  const browser = openStaffBrowser(app);
  await browser.call(staffLogin, { body: { email, password: STAFF_PASSWORD } });
  return browser;
}

const ask = async (browser: StaffBrowser) => (await browser.call(calls.askStaffPasskey)).body.results;
const enter = async (browser: StaffBrowser, passkey: FakeAuthenticator, falsified = {}) =>
  browser.call(calls.staffLoginPasskey, { body: passkey.answer(await ask(browser), falsified) });
const list = async ({ browser }: Person) => (await browser.call(calls.listStaffPasskeys)).body.results;

test('a person adds a passkey, enters with it instead of a code, and a mail reports it', async () => {
  const person = await hire(app, mail, 'support', NOON);
  expect((await person.browser.call(staffMe)).body.results.has_passkey).toBe(false);
  const passkey = await addPasskey(person.browser);
  await mailAbout(mail, person.email, 'Agregaste una llave de acceso');
  const browser = await halfBrowser(person);
  const before = browser.cookie;
  expect((await enter(browser, passkey)).body.results.second_factor).toBe('done');
  expect(browser.cookie).not.toBe(before);
  expect((await browser.call(staffMe)).body.results).toMatchObject({ second_factor: 'done', has_passkey: true });
  expect(await list(person)).toMatchObject([{ name: 'Mi llave', used_at: '2099-08-03T12:00:00-03:00' }]);
});

test('an answer of another page or domain, a replayed one, an old counter and somebody else’s passkey are refused', async () => {
  const person = await hire(app, mail, 'support', NOON);
  const passkey = await addPasskey(person.browser);
  const browser = await halfBrowser(person);
  for (const falsified of [{ origin: 'https://remito.example' }, { domain: 'remito.example' }]) {
    expect((await enter(browser, passkey, falsified)).status).toBe(422);
  }
  const answer = passkey.answer(await ask(browser), { counter: 5 });
  expect((await browser.call(calls.staffLoginPasskey, { body: answer })).status).toBe(200);
  const again = await halfBrowser(person);
  expect((await again.call(calls.staffLoginPasskey, { body: answer })).status).toBe(422);
  const copied = await enter(again, passkey, { counter: 5 });
  expect([copied.status, copied.body.message]).toEqual([422, expect.stringContaining('podría estar copiada')]);
  const other = await hire(app, mail, 'admin', NOON);
  await addPasskey(other.browser);
  const theirs = await enter(await halfBrowser(other), passkey);
  expect([theirs.status, theirs.body.message]).toEqual([
    422,
    'Esta llave de acceso no está en tu cuenta. Usá otra, o un código',
  ]);
  const [{ id } = { id: 0 }] = await list(person);
  expect((await other.browser.call(calls.removeStaffPasskey, { params: { id } })).status).toBe(404);
  expect(await list(person)).toHaveLength(1);
});

test('a removed passkey is refused, its sessions and copies of the cookie end, and it may be added again', async () => {
  const person = await hire(app, mail, 'support', NOON);
  const passkey = await addPasskey(person.browser);
  const elsewhere = await halfBrowser(person);
  expect((await enter(elsewhere, passkey)).status).toBe(200);
  const copied = Object.assign(openStaffBrowser(app), { cookie: person.browser.cookie });
  const [{ id } = { id: 0 }] = await list(person);
  expect((await person.browser.call(calls.removeStaffPasskey, { params: { id } })).status).toBe(200);
  expect([(await copied.call(staffMe)).status, (await person.browser.call(staffMe)).status]).toEqual([401, 200]);
  await mailAbout(mail, person.email, 'Quitaste una llave de acceso');
  expect((await elsewhere.call(staffMe)).status).toBe(401);
  expect((await (await halfBrowser(person)).call(calls.askStaffPasskey)).status).toBe(409);
  const begun = await person.browser.call(calls.beginStaffPasskey);
  const body = { name: 'De nuevo', ...passkey.create(begun.body.results) };
  expect((await person.browser.call(calls.addStaffPasskey, { body })).status).toBe(200);
});

test('ten minutes after the second step, keys, people, passkeys and users ask for it again; keys of systems never do', async () => {
  const admin = await hire(app, mail, 'admin', NOON);
  const passkey = await addPasskey(admin.browser);
  const other = await hire(app, mail, 'support', NOON);
  app.setTime(later(10));
  const suspend = { params: { id: other.id }, body: { suspended: true } };
  const correction = { params: { clientId: 1, id: 1 }, body: { phone: '11 4000-1234' } };
  for (const answer of [
    await admin.browser.call(createKey, { body: { name: 'ERP' } }),
    await admin.browser.call(changeStaff, suspend),
    await admin.browser.call(calls.beginStaffPasskey),
    await admin.browser.call(correctUser, correction),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([403, 'step_up_required']);
  }
  // Who may not do it at all isn't asked.
  const refused = await other.browser.call(createKey, { body: { name: 'ERP' } });
  expect([refused.status, refused.body.code]).toEqual([403, 'permission_required']);
  const wrong = await admin.browser.call(calls.verifyStaffFactor, { body: { code: '000000' } });
  expect(wrong.status).toBe(422);
  expect(
    (await admin.browser.call(calls.verifyStaffPasskey, { body: passkey.answer(await ask(admin.browser)) })).status,
  ).toBe(200);
  expect((await admin.browser.call(createKey, { body: { name: 'ERP' } })).status).toBe(200);
  app.setTime(later(21));
  expect((await admin.browser.call(changeStaff, suspend)).status).toBe(403);
  const body = { code: admin.authenticator.code(later(21)) };
  expect((await admin.browser.call(calls.verifyStaffFactor, { body })).status).toBe(200);
  expect((await admin.browser.call(changeStaff, suspend)).status).toBe(200);
  const key = createStaffClient(app);
  expect((await key(createKey, { body: { name: 'Otro ERP' } })).status).toBe(200);
  expect((await key(correctUser, correction)).status).toBe(404);
  app.setTime(NOON);
});
