import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { COMMON_PASSWORD } from '#shared/people/access.ts';
import { changeStaff } from '#shared/people/staff.ts';
import { listAllActivity } from '#shared/people/staff-activity.ts';
import * as passwords from '#shared/people/staff-password.ts';
import * as calls from '#shared/people/staff-sessions.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import {
  hire,
  openStaffBrowser,
  type Person,
  passwordToken,
  STAFF_PASSWORD,
  terminalToken,
} from '#test/fixtures/staff-fixture.ts';
import { mailAbout } from '#test/fixtures/team-factory.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';

const NOON = new Date('2099-08-03T15:00:00Z');
const later = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);
const NEW_PASSWORD = 'tres lomas al sur';

let mail: FakeMailServer;
let app: TestApp;
beforeAll(async () => {
  mail = await startFakeMailServer();
  app = await startTestApp({ SMTP_URL: mail.url });
  app.setTime(NOON);
});
afterEach(() => app.setTime(NOON));
afterAll(async () => {
  await app?.stop();
  await mail?.stop();
});

const newPerson = () => hire(app, mail, 'support', NOON);

/** Logs a person in, up to the second step. @returns the status */
async function logIn({ email }: Pick<Person, 'email'>, password: string, on = app): Promise<number> {
  return (await openStaffBrowser(on).call(calls.staffLogin, { body: { email, password } })).status;
}

const recover = (email: string) => openStaffBrowser(app).call(passwords.recoverStaffPassword, { body: { email } });

const readLink = (token: string) => openStaffBrowser(app).call(passwords.readStaffPasswordLink, { body: { token } });

/** Requests a link. @returns its token */
async function requestLink({ email }: Person, nth = 1): Promise<string> {
  await recover(email);
  return passwordToken(mail, email, nth);
}

const reset = (token: string, code?: string, password = NEW_PASSWORD) =>
  openStaffBrowser(app).call(passwords.resetStaffPassword, {
    body: { token, password, ...(code !== undefined && { code }) },
  });

const change = ({ browser }: Person, currentPassword = STAFF_PASSWORD, newPassword = NEW_PASSWORD) =>
  browser.call(passwords.changeStaffPassword, { body: { currentPassword, newPassword } });

/** Opens another complete session of a person. */
async function openSession({ email, backupCodes }: Person, nth: number) {
  const browser = openStaffBrowser(app);
  await browser.call(calls.staffLogin, { body: { email, password: STAFF_PASSWORD } });
  await browser.call(calls.staffLoginCode, { body: { code: backupCodes[nth] ?? '' } });
  return browser;
}

test('a person changes the password: this session stays, others and open links end, a mail reports it', async () => {
  const person = await newPerson();
  const colleague = await newPerson();
  const elsewhere = await openSession(person, 0);
  const link = await requestLink(person);
  const colleagues = await requestLink(colleague);
  const changed = await change(person);
  expect([changed.status, changed.body.message]).toEqual([200, 'Contraseña modificada correctamente']);
  expect((await person.browser.call(calls.staffMe)).status).toBe(200);
  expect((await elsewhere.call(calls.staffMe)).status).toBe(401);
  expect((await colleague.browser.call(calls.staffMe)).status).toBe(200);
  expect((await reset(link, person.backupCodes[1])).status).toBe(422);
  expect((await reset(colleagues, colleague.backupCodes[0])).status).toBe(200);
  expect([await logIn(person, STAFF_PASSWORD), await logIn(person, NEW_PASSWORD)]).toEqual([400, 200]);
  expect((await mailAbout(mail, person.email, 'Tu contraseña cambió')).text).toContain('/contrasena');
  const activity = await createStaffClient(app)(listAllActivity, {});
  const row = activity.body.results.find(({ action }) => action === 'ops.password.change');
  expect(row?.actor).toMatchObject({ kind: 'staff', id: person.id });
});

test('a change asks for the second step ten minutes after it', async () => {
  const person = await newPerson();
  app.setTime(later(600));
  const { status, body } = await change(person);
  expect([status, body.code]).toEqual([403, 'step_up_required']);
  expect(await logIn(person, STAFF_PASSWORD)).toBe(200);
});

test('a short or very common new password is refused on its field', async () => {
  const person = await newPerson();
  for (const typed of ['corta', 'password123']) {
    const { status, body } = await change(person, STAFF_PASSWORD, typed);
    expect([status, body.errors?.map(({ field }) => field)], typed).toEqual([422, ['newPassword']]);
  }
});

test('anybody gets the same answer to a forgotten password, and only an active person a mail', async () => {
  const [active, suspended] = [await newPerson(), await newPerson()];
  await app.owner('UPDATE staff SET suspended_at = $2 WHERE id = $1', [suspended.id, NOON]);
  const [invited] = await app.owner<{ email: string }>(
    `INSERT INTO staff (email, role, created_at) VALUES ('nunca@provider.example', 'admin', $1) RETURNING email`,
    [NOON],
  );
  const emails = [suspended.email, invited?.email ?? '', 'nadie@provider.example', active.email];
  const jobs = async () => {
    const [row] = await app.owner<{ n: number }>("SELECT count(*)::int AS n FROM pgboss.job WHERE name = 'staff-mail'");
    return row?.n ?? 0;
  };
  const answers = [];
  for (const email of emails) {
    const before = await jobs();
    const { status, bytes } = await recover(email);
    // An unknown address costs a job, too.
    expect((await jobs()) - before, email).toBe(1);
    answers.push([status, Buffer.from(bytes).toString()]);
  }
  expect(new Set(answers.map(String)).size).toBe(1);
  // Jobs run in order: the others had none.
  await passwordToken(mail, active.email);
  const written = mail.mails
    .filter(({ text }) => text.includes('/contrasena/'))
    .flatMap(({ recipients }) => recipients);
  expect(emails.filter((email) => written.includes(email))).toEqual([active.email]);
  expect(JSON.stringify(await app.owner('SELECT * FROM audit_log'))).not.toContain('nadie@provider.example');
});

test('a change gives the session a new token, so that a copied one is worthless', async () => {
  const person = await newPerson();
  const copied = person.browser.cookie;
  await change(person);
  expect(person.browser.cookie).not.toBe(copied);
  expect((await person.browser.call(calls.staffMe)).status).toBe(200);
  const thief = openStaffBrowser(app);
  thief.cookie = copied;
  expect((await thief.call(calls.staffMe)).status).toBe(401);
  // A terminal gets the token in the body.
  const token = await terminalToken(app, { ...person, password: NEW_PASSWORD });
  const changed = await app.call(passwords.changeStaffPassword, {
    token,
    body: { currentPassword: NEW_PASSWORD, newPassword: STAFF_PASSWORD },
  });
  expect(changed.headers.get('set-cookie')).toBeNull();
  const statuses = [token, changed.body.results.token ?? ''].map((t) => app.call(calls.staffMe, { token: t }));
  expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([401, 200]);
});

test('a link shows its e-mail; with a code it sets a password, once, and opens no session', async () => {
  const person = await newPerson();
  const other = await newPerson();
  const token = await requestLink(person);
  const read = await readLink(token);
  expect(read.body.results).toEqual({ email: person.email, code_required: true });
  const missing = await reset(token);
  expect([missing.status, missing.body.errors?.[0]?.field]).toEqual([422, 'code']);
  // Somebody else's code isn't one of the link's person.
  expect((await reset(token, other.backupCodes[0])).status).toBe(422);
  app.setTime(later(60));
  const done = await reset(token, person.authenticator.code(later(60)));
  expect([done.status, done.headers.get('set-cookie')]).toEqual([200, null]);
  expect((await person.browser.call(calls.staffMe)).status).toBe(401);
  expect((await other.browser.call(calls.staffMe)).status).toBe(200);
  expect([await logIn(person, STAFF_PASSWORD), await logIn(person, NEW_PASSWORD)]).toEqual([400, 200]);
  expect(await logIn(other, STAFF_PASSWORD)).toBe(200);
  await mailAbout(mail, person.email, 'Tu contraseña cambió');
  // Neither link nor code works again.
  expect((await reset(token, person.backupCodes[0])).status).toBe(422);
  const browser = openStaffBrowser(app);
  await browser.call(calls.staffLogin, { body: { email: person.email, password: NEW_PASSWORD } });
  const replayed = await browser.call(calls.staffLoginCode, { body: { code: person.authenticator.code(later(60)) } });
  expect(replayed.status).toBe(422);
  const codes = await browser.call(calls.staffLoginCode, { body: { code: person.backupCodes[0] ?? '' } });
  expect(codes.status).toBe(200);
});

test('of two uses of a link at once exactly one succeeds, and spends one code', async () => {
  const person = await newPerson();
  const token = await requestLink(person);
  const answers = await Promise.all([0, 1, 2].map((n) => reset(token, person.backupCodes[n], `${NEW_PASSWORD} ${n}`)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
  const [used] = await app.owner<{ n: number }>(
    'SELECT count(*)::int AS n FROM staff_backup_codes WHERE staff_id = $1 AND used_at IS NOT NULL',
    [person.id],
  );
  expect(used?.n).toBe(1);
});

test('a wrong code and a very common password leave the link and the code unused', async () => {
  const person = await newPerson();
  const token = await requestLink(person);
  const [code = ''] = person.backupCodes;
  expect((await reset(token, '000000')).status).toBe(422);
  const common = await reset(token, code, 'password123');
  expect([common.status, common.body.errors]).toEqual([422, [{ field: 'password', message: COMMON_PASSWORD }]]);
  expect((await reset(token, code)).status).toBe(200);
});

test('a link expires after an hour, ends with another one’s use, and with a suspension for good', async () => {
  const person = await newPerson();
  const expired = await requestLink(person);
  app.setTime(later(3600));
  expect((await reset(expired, person.backupCodes[0])).status).toBe(422);
  expect((await readLink(expired)).status).toBe(422);
  const first = await requestLink(person, 2);
  const second = await requestLink(person, 3);
  expect((await reset(first, person.backupCodes[0])).status).toBe(200);
  expect((await reset(second, person.backupCodes[1])).status).toBe(422);
  const third = await requestLink(person, 4);
  await app.owner('UPDATE staff SET suspended_at = $2 WHERE id = $1', [person.id, NOON]);
  const refused = await reset(third, person.backupCodes[1]);
  const unknown = await reset('x'.repeat(43), person.backupCodes[1]);
  expect(refused.body).toEqual(unknown.body);
  expect((await readLink(third)).status).toBe(422);
  await app.owner('UPDATE staff SET suspended_at = NULL WHERE id = $1', [person.id]);
  const suspend = async (suspended: boolean) =>
    createStaffClient(app)(changeStaff, { params: { id: person.id }, body: { suspended } });
  await suspend(true);
  await suspend(false);
  expect((await reset(third, person.backupCodes[1])).status).toBe(422);
});

test('a person keeps no more rows of links than are valid, and the database contains no token', async () => {
  const person = await newPerson();
  const tokens = [await requestLink(person), await requestLink(person, 2)];
  app.setTime(later(3600));
  tokens.push(await requestLink(person, 3));
  const rows = await app.owner('SELECT * FROM staff_tokens WHERE staff_id = $1', [person.id]);
  expect(rows).toHaveLength(1);
  for (const token of tokens) expect(JSON.stringify(rows)).not.toContain(token);
});
