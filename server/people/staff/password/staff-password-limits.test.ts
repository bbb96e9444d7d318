import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import * as passwords from '#shared/people/staff-password.ts';
import * as calls from '#shared/people/staff-sessions.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { hire, openStaffBrowser, type Person, passwordToken, STAFF_PASSWORD } from '#test/fixtures/staff-fixture.ts';
import { mailAbout } from '#test/fixtures/team-factory.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';

const NOON = new Date('2099-08-03T15:00:00Z');
const later = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);
const NEW_PASSWORD = 'tres lomas al sur';
const WRONG_PASSWORD = 'La contraseña actual no es correcta';

let mail: FakeMailServer;
let app: TestApp;
let limited: TestApp;
beforeAll(async () => {
  mail = await startFakeMailServer();
  app = await startTestApp({ SMTP_URL: mail.url });
  const settings = { SMTP_URL: mail.url, ROLE: 'web', THROTTLE: 'normal', TRUST_PROXY: 'loopback' };
  limited = await startTestApp(settings, { sharesDatabaseWith: app });
  app.setTime(NOON);
  limited.setTime(NOON);
});
afterEach(() => {
  app.setTime(NOON);
  limited.setTime(NOON);
});
afterAll(async () => {
  await limited?.stop();
  await app?.stop();
  await mail?.stop();
});

const newPerson = () => hire(app, mail, 'support', NOON);

const readLink = (token: string) => openStaffBrowser(app).call(passwords.readStaffPasswordLink, { body: { token } });

/** Requests a link. @returns its token */
async function requestLink({ email }: Person, nth = 1): Promise<string> {
  await openStaffBrowser(app).call(passwords.recoverStaffPassword, { body: { email } });
  return passwordToken(mail, email, nth);
}

const reset = (token: string, code?: string, password = NEW_PASSWORD, on = app) =>
  openStaffBrowser(on).call(passwords.resetStaffPassword, {
    body: { token, password, ...(code !== undefined && { code }) },
  });

const change = ({ browser }: Person, currentPassword = STAFF_PASSWORD, newPassword = NEW_PASSWORD) =>
  browser.call(passwords.changeStaffPassword, { body: { currentPassword, newPassword } });

test('a wrong current password is refused on its field, and after five of them all wait', async () => {
  const person = await newPerson();
  const on = openStaffBrowser(limited);
  on.cookie = person.browser.cookie;
  const give = (currentPassword: string) => change({ ...person, browser: on }, currentPassword);
  for (let n = 0; n < 6; n++) {
    const { status, body } = await give(`equivocada ${n}`);
    expect([status, body.errors]).toEqual([400, [{ field: 'currentPassword', message: WRONG_PASSWORD }]]);
  }
  expect((await give(STAFF_PASSWORD)).status).toBe(429);
  limited.setTime(later(1));
  expect((await give(STAFF_PASSWORD)).status).toBe(200);
});

test('mails are limited per mailbox, but not where the person has logged in with both steps and this password', async () => {
  const person = await newPerson();
  const [home, elsewhere] = ['192.0.2.1', '192.0.2.5'];
  const from = async (network: string) => {
    const headers = { 'x-forwarded-for': network };
    const { status } = await openStaffBrowser(limited).call(passwords.recoverStaffPassword, {
      body: { email: person.email },
      headers,
    });
    return status;
  };
  const enter = async (network: string, password: string, code?: string) => {
    const browser = openStaffBrowser(limited);
    const headers = { 'x-forwarded-for': network };
    await browser.call(calls.staffLogin, { body: { email: person.email, password }, headers });
    if (code) await browser.call(calls.staffLoginCode, { body: { code }, headers });
    return browser;
  };
  const browser = await enter(home, STAFF_PASSWORD, person.backupCodes[0]);
  // Somebody who knows the password alone hasn't logged in.
  await enter(elsewhere, STAFF_PASSWORD);
  expect([await from('192.0.2.2'), await from('192.0.2.2')]).toEqual([200, 429]);
  for (let n = 1; n < 5; n++) {
    limited.setTime(later(n * 20));
    expect(await from('192.0.2.3')).toBe(200);
  }
  limited.setTime(later(100));
  expect([await from('192.0.2.4'), await from(elsewhere), await from(home)]).toEqual([429, 429, 200]);
  expect((await change({ ...person, browser })).status).toBe(200);
  limited.setTime(later(120));
  expect(await from(home)).toBe(429);
  await enter(home, NEW_PASSWORD, person.backupCodes[1]);
  expect(await from(home)).toBe(200);
});

test('a page of another site neither requests a link nor uses one', async () => {
  const person = await newPerson();
  const token = await requestLink(person);
  const { email, backupCodes } = person;
  const inputs = [
    [passwords.recoverStaffPassword, { email }],
    [passwords.readStaffPasswordLink, { token }],
    [passwords.resetStaffPassword, { token, password: NEW_PASSWORD, code: backupCodes[0] }],
  ] as const;
  const { CONSOLE_URL } = app.server.deps.config;
  for (const origin of ['https://otro.example.com', 'null', 'http://envios.example.com']) {
    for (const [call, body] of inputs) {
      const { status, body: answer } = await app.call(call, { body: body as never, headers: { origin } });
      expect([status, answer.code, answer.message], `${call.path} ${origin}`).toEqual([
        403,
        'origin',
        `Abrí esta página en ${CONSOLE_URL}`,
      ]);
    }
  }
  // A form of another site needs no script; older browsers send no origin with it.
  const form = new URLSearchParams({ token, password: NEW_PASSWORD, code: backupCodes[0] ?? '' });
  const posted = await app.fetch(`/api${passwords.resetStaffPassword.path}`, { method: 'POST', body: form });
  expect(posted.status).not.toBe(200);
  expect((await app.call(passwords.recoverStaffPassword, { body: { email } })).status).toBe(403);
  expect((await reset(token, backupCodes[0])).status).toBe(200);
});

test('wrong codes of a link are limited, and a mail warns the person', async () => {
  const person = await newPerson();
  const token = await requestLink(person);
  const statuses = [];
  for (let n = 0; n < 7; n++) statuses.push((await reset(token, '000000', NEW_PASSWORD, limited)).status);
  expect(statuses).toEqual([422, 422, 422, 422, 422, 422, 429]);
  expect((await reset(token, person.backupCodes[0], NEW_PASSWORD, limited)).status).toBe(429);
  const warning = await mailAbout(mail, person.email, 'Alguien escribió códigos equivocados');
  expect(warning.text).toContain('un enlace para cambiarla');
  limited.setTime(later(60));
  expect((await reset(token, person.backupCodes[0], NEW_PASSWORD, limited)).status).toBe(200);
});

test('ten wrong codes by links within a day end a person’s links, and administrators are told', async () => {
  const administrator = await hire(app, mail, 'admin', NOON);
  const [person, other] = [await hire(app, mail, 'admin', NOON), await newPerson()];
  const others = await requestLink(other);
  const link = await requestLink(person);
  for (let n = 0; n < 9; n++) expect((await reset(link, '000000')).status).toBe(422);
  expect((await readLink(link)).status).toBe(200);
  // A pause, and another link, don't begin the count again.
  app.setTime(later(7200));
  const second = await requestLink(person, 2);
  const last = await reset(second, '000000');
  expect([last.status, last.body.errors?.[0]?.field]).toEqual([422, 'token']);
  expect((await readLink(second)).status).toBe(422);
  const warning = await mailAbout(mail, administrator.email, `Alguien prueba códigos de ${person.name}`);
  expect(warning.text).toContain('suspendé su acceso');
  const third = await requestLink(person, 3);
  await reset(third, '000000');
  expect((await reset(third, person.backupCodes[0])).status).toBe(422);
  expect((await reset(await requestLink(person, 4), person.backupCodes[0])).status).toBe(200);
  const told = mail.mails.filter(({ text }) => text.includes(`la contraseña de ${person.name}`));
  expect(told.filter(({ recipients }) => recipients.includes(administrator.email))).toHaveLength(1);
  expect(told.filter(({ recipients }) => recipients.includes(person.email))).toEqual([]);
  app.setTime(NOON);
  expect((await reset(others, other.backupCodes[0])).status).toBe(200);
});
