import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_SECONDS } from '#shared/kit/time-units.ts';
import { listClients } from '#shared/people/staff-clients.ts';
import * as calls from '#shared/people/staff-sessions.ts';
import { createKey } from '#shared/provider/staff-keys.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import {
  createAuthenticator,
  hire,
  openStaffBrowser,
  type Person,
  STAFF_PASSWORD,
} from '#test/fixtures/staff-fixture.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';

const NOON = new Date('2099-08-03T15:00:00Z');
const later = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);
const PUBLIC_URL = 'https://envios.example.com';

let mail: FakeMailServer;
let app: TestApp;
let other: TestApp;
let person: Person;
beforeAll(async () => {
  mail = await startFakeMailServer();
  app = await startTestApp({ SMTP_URL: mail.url, PUBLIC_URL });
  other = await startTestApp({ SMTP_URL: mail.url, PUBLIC_URL, ROLE: 'web' }, { sharesDatabaseWith: app });
  app.setTime(NOON);
  other.setTime(NOON);
  person = await hire(app, mail, 'admin', NOON);
});
afterAll(async () => {
  await other?.stop();
  await app?.stop();
  await mail?.stop();
});

/** Logs in on another device. */
async function logInAgain(backupCode = '', userAgent = 'curl/8.5.0') {
  const browser = openStaffBrowser(app);
  const headers = { 'user-agent': userAgent };
  await browser.call(calls.staffLogin, { body: { email: person.email, password: STAFF_PASSWORD }, headers });
  await browser.call(calls.staffLoginCode, { body: { code: backupCode }, headers });
  return browser;
}

test('the cookie is sent only to the provider’s API, by our pages, over https, and is hidden from scripts', async () => {
  const { headers } = await openStaffBrowser(app).call(calls.staffLogin, {
    body: { email: person.email, password: STAFF_PASSWORD },
  });
  expect(headers.get('set-cookie')).toMatch(
    /^remito_staff=[\w-]{43}; Path=\/api\/ops; HttpOnly; SameSite=Strict; Max-Age=43200; Secure$/,
  );
});

test('a login page learns who is logged in without a refused call, and refuses a suspended person', async () => {
  const nobody = await openStaffBrowser(app).call(calls.currentStaff);
  expect([nobody.status, nobody.body.results]).toEqual([200, null]);
  const me = await person.browser.call(calls.staffMe);
  expect((await person.browser.call(calls.currentStaff)).body).toEqual(me.body);
  expect((await openStaffBrowser(app).call(calls.staffMe)).status).toBe(401);
  await app.owner('UPDATE staff SET suspended_at = current_moment() WHERE email = $1', [person.email]);
  expect((await person.browser.call(calls.currentStaff)).status).toBe(403);
  await app.owner('UPDATE staff SET suspended_at = NULL WHERE email = $1', [person.email]);
});

test('a browser’s writing call from another page is refused; a reading call isn’t', async () => {
  const { browser } = person;
  for (const origin of ['https://otro.example.com', 'null', `${PUBLIC_URL}:8443`, 'http://envios.example.com']) {
    for (const [call, input] of [
      [calls.endOtherStaffSessions, {}],
      [createKey, { body: { name: 'x' } }],
      [calls.staffLogout, {}],
      [calls.staffLogin, { body: { email: person.email, password: STAFF_PASSWORD } }],
    ] as const) {
      const { status, body } = await browser.call(call, { ...(input as object), headers: { origin } });
      expect([status, body.code, body.message], `${call.path} ${origin}`).toEqual([
        403,
        'origin',
        `Abrí esta página en ${PUBLIC_URL}`,
      ]);
    }
    expect((await browser.call(listClients, { headers: { origin } })).status).toBe(200);
  }
  const cookie = `remito_staff=${browser.cookie}`;
  const without = await app.fetch('/api/ops/v1/session/end_others', { method: 'POST', headers: { cookie } });
  expect(without.status).toBe(403);
});

test('a terminal gets its token in the body and no cookie, and each kind of token works only its way', async () => {
  const body = { email: person.email, password: STAFF_PASSWORD, terminal: true };
  const opened = await app.call(calls.staffLogin, { body });
  expect(opened.headers.get('set-cookie')).toBeNull();
  const half = opened.body.results.token ?? '';
  const completed = await app.call(calls.staffLoginCode, { token: half, body: { code: person.backupCodes[0] } });
  const token = completed.body.results.token ?? '';
  expect([completed.headers.get('set-cookie'), token === half]).toEqual([null, false]);
  expect((await app.call(listClients, { token })).status).toBe(200);
  expect((await app.call(listClients, { token: half })).status).toBe(401);
  expect((await app.call(listClients, { token: person.browser.cookie ?? '' })).status).toBe(401);
  expect((await app.call(listClients, { headers: { cookie: `remito_staff=${token}` } })).status).toBe(401);
  expect((await app.fetch('/api/ops/v1/openapi.json', { headers: { authorization: `Bearer ${token}` } })).status).toBe(
    200,
  );
  await app.call(calls.staffLogout, { token });
  expect((await app.call(listClients, { token })).status).toBe(401);
});

test('the sessions are listed with device and last use, and each can be ended at once on all nodes', async () => {
  const phone = await logInAgain(
    person.backupCodes[1],
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/150.0 Mobile Safari/537.36',
  );
  app.setTime(later(120));
  const { body } = await person.browser.call(calls.listStaffSessions);
  expect(body.results[0]).toMatchObject({
    current: true,
    kind: 'browser',
    network: '127.0.0.1',
    last_seen_at: '2099-08-03T12:02:00-03:00',
    expires_at: '2099-08-04T00:00:00-03:00',
  });
  const [entry] = body.results.filter(({ device }) => device === 'Chrome en Android');
  expect(entry).toMatchObject({ current: false });
  const onOther = { headers: { cookie: `remito_staff=${phone.cookie}` } };
  expect((await other.call(listClients, onOther)).status).toBe(200);
  const params = { id: entry?.id };
  expect((await person.browser.call(calls.endStaffSession, { params })).status).toBe(200);
  expect((await other.call(listClients, onOther)).status).toBe(401);
  expect((await person.browser.call(calls.endStaffSession, { params })).status).toBe(404);
});

test('nobody ends another person’s session', async () => {
  const otherMember = await hire(app, mail, 'support', later(120));
  const { body } = await person.browser.call(calls.listStaffSessions);
  const params = { id: body.results[0]?.id };
  expect((await otherMember.browser.call(calls.endStaffSession, { params })).status).toBe(404);
  expect((await person.browser.call(calls.staffMe)).status).toBe(200);
});

test('the end of all others, and another phone, give the session a new token, so that a copied one is worthless', async () => {
  const owner = await hire(app, mail, 'support', later(120));
  const isOpen = async (cookie: string | null) => {
    const browser = openStaffBrowser(app);
    browser.cookie = cookie;
    return (await browser.call(calls.staffMe)).status === 200;
  };
  const first = owner.browser.cookie;
  await owner.browser.call(calls.endOtherStaffSessions);
  const second = owner.browser.cookie;
  const begun = await owner.browser.call(calls.beginFactor, { body: {} });
  const code = createAuthenticator(begun.body.results.secret).code(later(120));
  expect((await owner.browser.call(calls.confirmFactor, { body: { code } })).status).toBe(200);
  const tokens = [first, second, owner.browser.cookie];
  expect([new Set(tokens).size, await Promise.all(tokens.map(isOpen))]).toEqual([3, [false, false, true]]);
});

test('all other sessions end together, and the caller’s stays', async () => {
  const phone = await logInAgain(person.backupCodes[2]);
  expect((await phone.call(calls.staffMe)).status).toBe(200);
  expect((await person.browser.call(calls.endOtherStaffSessions)).status).toBe(200);
  expect((await phone.call(calls.staffMe)).status).toBe(401);
  expect((await person.browser.call(calls.listStaffSessions)).body.results).toHaveLength(1);
});

test('a session ends after twelve hours, however often it is used', async () => {
  const fresh = await logInAgain(person.backupCodes[3]);
  app.setTime(later(120 + 12 * HOUR_SECONDS - 1));
  expect((await fresh.call(calls.staffMe)).status).toBe(200);
  app.setTime(later(120 + 12 * HOUR_SECONDS));
  expect((await fresh.call(calls.staffMe)).status).toBe(401);
  app.setTime(NOON);
});

test('logging out ends the session and deletes the cookie', async () => {
  const browser = await logInAgain(person.backupCodes[4]);
  const { cookie } = browser;
  expect((await browser.call(calls.staffLogout)).status).toBe(200);
  expect(browser.cookie).toBeNull();
  browser.cookie = cookie;
  expect((await browser.call(calls.staffMe)).status).toBe(401);
});
