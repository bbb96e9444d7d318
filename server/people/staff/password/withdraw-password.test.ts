import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sendStaffMail } from '#server/people/staff/staff-mails.ts';
import { HOUR_MS } from '#shared/kit/time-units.ts';
import type { StaffPermission } from '#shared/people/rules/staff-permissions.ts';
import * as staff from '#shared/people/staff.ts';
import * as passwords from '#shared/people/staff-password.ts';
import * as calls from '#shared/people/staff-sessions.ts';
import { createKey } from '#shared/provider/staff-keys.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import {
  hire,
  openStaffBrowser,
  type Person,
  passwordToken,
  STAFF_PASSWORD,
  staffEmail,
} from '#test/fixtures/staff-fixture.ts';
import { mailAbout } from '#test/fixtures/team-factory.ts';
import { uniqueText } from '#test/fuzz/unique-text.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';

const NOON = new Date('2099-08-03T15:00:00Z');
const NEW_PASSWORD = 'tres lomas al sur';

let mail: FakeMailServer;
let app: TestApp;
let admin: Person;
const lines: string[] = [];
beforeAll(async () => {
  mail = await startFakeMailServer();
  app = await startTestApp({ SMTP_URL: mail.url, LOG_LEVEL: 'warn' }, { onLog: (line) => lines.push(line) });
  app.setTime(NOON);
  admin = await hire(app, mail, 'admin', NOON);
});
afterEach(() => app.setTime(NOON));
afterAll(async () => {
  await app?.stop();
  await mail?.stop();
});

const newPerson = (role: 'support' | 'admin' = 'support') => hire(app, mail, role, NOON);

const withdraw = (id: number, by: Pick<Person['browser'], 'call'> = admin.browser) =>
  by.call(staff.withdrawStaffPassword, { params: { id } });

async function logIn({ email }: Person, password: string): Promise<number> {
  return (await openStaffBrowser(app).call(calls.staffLogin, { body: { email, password } })).status;
}

const reset = (token: string) =>
  openStaffBrowser(app).call(passwords.resetStaffPassword, { body: { token, password: NEW_PASSWORD } });

const readLink = (token: string) => openStaffBrowser(app).call(passwords.readStaffPasswordLink, { body: { token } });

const recover = ({ email }: Person) => openStaffBrowser(app).call(passwords.recoverStaffPassword, { body: { email } });

/** Returns the client of a new key. */
async function keyWith(scopes: StaffPermission[]) {
  const { body } = await createStaffClient(app)(createKey, { body: { name: uniqueText('Clave '), scopes } });
  return { call: createStaffClient(app, body.results.key) };
}

test('an administrator makes a password worthless; the link of the mail needs no code, and the login still does', async () => {
  const person = await newPerson();
  const other = await newPerson();
  await recover(person);
  const requested = await passwordToken(mail, person.email);
  const done = await withdraw(person.id);
  expect([done.status, done.body.message]).toEqual([
    200,
    'La contraseña ya no sirve. Le enviamos un enlace para elegir otra, que vale 72 horas',
  ]);
  expect((await person.browser.call(calls.staffMe)).status).toBe(401);
  expect((await other.browser.call(calls.staffMe)).status).toBe(200);
  expect([await logIn(person, STAFF_PASSWORD), await logIn(other, STAFF_PASSWORD)]).toEqual([400, 200]);
  expect((await readLink(requested)).status).toBe(422);
  await mailAbout(mail, person.email, 'Elegí otra contraseña');
  const token = await passwordToken(mail, person.email, 2);
  const read = await readLink(token);
  expect(read.body.results).toEqual({ email: person.email, code_required: false });
  app.setTime(new Date(NOON.getTime() + 72 * HOUR_MS - 1));
  const statuses = (await Promise.all([reset(token), reset(token)])).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 422]);
  const browser = openStaffBrowser(app);
  const login = await browser.call(calls.staffLogin, { body: { email: person.email, password: NEW_PASSWORD } });
  expect(login.body.results.second_factor).toBe('code');
  const audit = await app.owner('SELECT actor_id, target FROM audit_log WHERE action = $1 ORDER BY at DESC LIMIT 1', [
    'ops.staff.reset_password',
  ]);
  expect(audit).toEqual([{ actor_id: admin.id, target: String(person.id) }]);
  expect(lines.join('')).toContain('a password of the staff was withdrawn');
  expect(lines.join('')).not.toContain(token);
});

test('a link of an administrator expires after 72 hours, and another one replaces it', async () => {
  const person = await newPerson();
  await withdraw(person.id);
  const first = await passwordToken(mail, person.email);
  await withdraw(person.id);
  const second = await passwordToken(mail, person.email, 2);
  expect((await reset(first)).status).toBe(422);
  app.setTime(new Date(NOON.getTime() + 72 * HOUR_MS));
  expect((await reset(second)).status).toBe(422);
});

test('a link that somebody requests leaves an administrator’s valid, and doesn’t replace its code', async () => {
  const person = await newPerson();
  await withdraw(person.id);
  const given = await passwordToken(mail, person.email);
  await recover(person);
  const requested = await passwordToken(mail, person.email, 2);
  const refused = await reset(requested);
  expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([422, 'code']);
  expect((await reset(given)).status).toBe(200);
});

test('nobody withdraws the own password, that of an unknown or suspended person, or of one who never accepted', async () => {
  const email = staffEmail();
  const invited = await createStaffClient(app)(staff.inviteStaff, { body: { email, role: 'support' } });
  const suspended = await newPerson();
  await admin.browser.call(staff.changeStaff, { params: { id: suspended.id }, body: { suspended: true } });
  const statuses = [];
  for (const id of [admin.id, 999_999, invited.body.results.id, suspended.id])
    statuses.push((await withdraw(id)).status);
  expect(statuses).toEqual([422, 404, 409, 409]);
  expect(await logIn(admin, STAFF_PASSWORD)).toBe(200);
});

test('only a caller with the permission and all of the person’s withdraws a password, after a code', async () => {
  const person = await newPerson();
  const administrator = await newPerson('admin');
  const finance = await hire(app, mail, 'finance', NOON);
  const withoutScope = await keyWith(['keys']);
  const staffOnly = await keyWith(['staff']);
  const refused = [
    await withdraw(person.id, finance.browser),
    await withdraw(person.id, withoutScope),
    await withdraw(administrator.id, staffOnly),
  ];
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([403, 'permission_required']));
  app.setTime(new Date(NOON.getTime() + HOUR_MS / 6));
  const asked = await withdraw(person.id);
  expect([asked.status, asked.body.code]).toEqual([403, 'step_up_required']);
  expect(await logIn(person, STAFF_PASSWORD)).toBe(200);
});

test('a link of somebody who lost the right since is refused', async () => {
  const former = await newPerson('admin');
  const person = await newPerson();
  await withdraw(person.id, former.browser);
  const token = await passwordToken(mail, person.email);
  const change = (role: 'finance' | 'admin') =>
    admin.browser.call(staff.changeStaff, { params: { id: former.id }, body: { role } });
  await change('finance');
  expect((await readLink(token)).status).toBe(422);
  expect((await reset(token)).status).toBe(422);
  expect((await withdraw(person.id, former.browser)).status).toBe(403);
  // With the right again, the link stays ended.
  await change('admin');
  expect((await reset(token)).status).toBe(422);
});

test('a person who has no second factor yet gets a link from an administrator alone: reading the mails opens nothing', async () => {
  const person = await newPerson();
  await recover(person);
  const before = await passwordToken(mail, person.email);
  await app.owner('DELETE FROM staff_factors WHERE staff_id = $1', [person.id]);
  expect((await reset(before)).status).toBe(422);
  await recover(person);
  await withdraw(person.id);
  // Jobs run in order: the request had no mail.
  expect((await reset(await passwordToken(mail, person.email, 2))).status).toBe(200);
});

test('a repeated mail of an administrator’s link issues no other once a password was set', async () => {
  const person = await newPerson();
  await withdraw(person.id);
  const token = await passwordToken(mail, person.email);
  const jobs = await app.owner<{ data: Parameters<typeof sendStaffMail>[1] }>(
    "SELECT data FROM pgboss.job WHERE name = 'staff-mail' AND data->>'staffId' = $1 AND data->>'kind' = 'withdrawn'",
    [String(person.id)],
  );
  expect(jobs).toHaveLength(1);
  expect((await reset(token)).status).toBe(200);
  for (const { data } of jobs) await sendStaffMail(app.server.deps, data);
  const open = await app.owner('SELECT FROM staff_tokens WHERE staff_id = $1 AND used_at IS NULL', [person.id]);
  expect(open).toEqual([]);
});

test('no job makes a link that needs no code for a person whose password nobody withdrew, or for whom nobody vouches now', async () => {
  const [never, suspended, late] = [await newPerson(), await newPerson(), await newPerson()];
  await withdraw(suspended.id);
  await withdraw(late.id);
  const given = await passwordToken(mail, late.email);
  const change = (body: { suspended: boolean }) =>
    admin.browser.call(staff.changeStaff, { params: { id: suspended.id }, body });
  await change({ suspended: true });
  await change({ suspended: false });
  const open = (person: Person) =>
    app.owner('SELECT FROM staff_tokens WHERE staff_id = $1 AND used_at IS NULL', [person.id]);
  const before = await open(suspended);
  for (const { id } of [never, suspended]) {
    for (const epoch of [1, 2, 3]) await sendStaffMail(app.server.deps, { kind: 'withdrawn', staffId: id, epoch });
  }
  // A job of 72 hours ago; one of another withdrawal replaces no link.
  await sendStaffMail(app.server.deps, { kind: 'withdrawn', staffId: late.id, epoch: 1 });
  app.setTime(new Date(NOON.getTime() + 72 * HOUR_MS));
  await sendStaffMail(app.server.deps, { kind: 'withdrawn', staffId: late.id, epoch: 2 });
  app.setTime(NOON);
  expect([await open(never), await open(suspended), before]).toEqual([[], [], []]);
  expect((await reset(given)).status).toBe(200);
});

test('a withdrawal is told to the other administrators, and names the active keys of the person', async () => {
  const other = await newPerson('admin');
  const person = await newPerson('admin');
  const name = uniqueText('Clave ');
  await person.browser.call(createKey, { body: { name } });
  const { body } = await withdraw(person.id);
  expect(body.message).toMatch('que vale 72 horas');
  expect(body.results.active_keys).toEqual([name]);
  const told = await mailAbout(mail, other.email, `Se restableció la contraseña de ${person.name}`);
  expect(told.text).toContain('mirá en Actividad quién lo hizo');
  // Jobs run in order: a mail about the person to the person would have come before the next one.
  await recover(person);
  await passwordToken(mail, person.email, 2);
  const own = mail.mails.filter(({ recipients }) => recipients.includes(person.email));
  expect(own.filter(({ text }) => text.includes(`la contraseña de ${person.name}`))).toEqual([]);
});

test('a new password by a link forgets wrong codes, which somebody who knew the old one gave', async () => {
  const settings = { SMTP_URL: mail.url, ROLE: 'web', THROTTLE: 'normal' };
  const limited = await startTestApp(settings, { sharesDatabaseWith: app });
  limited.setTime(NOON);
  const person = await newPerson();
  const half = async (password: string) => {
    const browser = openStaffBrowser(limited);
    await browser.call(calls.staffLogin, { body: { email: person.email, password } });
    return (code = '') => browser.call(calls.staffLoginCode, { body: { code } });
  };
  const thief = await half(STAFF_PASSWORD);
  const statuses = [];
  for (let n = 0; n < 7; n++) statuses.push((await thief('000000')).status);
  expect(statuses.at(-1)).toBe(429);
  await withdraw(person.id);
  expect((await reset(await passwordToken(mail, person.email))).status).toBe(200);
  expect((await (await half(NEW_PASSWORD))(person.backupCodes[0])).status).toBe(200);
  await limited.stop();
});

test('mails that one administrator causes to a person don’t keep another from withdrawing the password', async () => {
  const limited = await startTestApp(
    { SMTP_URL: mail.url, ROLE: 'web', THROTTLE: 'normal' },
    { sharesDatabaseWith: app },
  );
  limited.setTime(NOON);
  const [person, other] = [await newPerson(), await newPerson('admin')];
  const by = async ({ browser: { cookie } }: Person) => {
    const browser = openStaffBrowser(limited);
    browser.cookie = cookie;
    return (await withdraw(person.id, browser)).status;
  };
  expect([await by(admin), await by(admin), await by(other)]).toEqual([200, 429, 200]);
  await limited.stop();
});

test('an administrator withdraws at most twenty passwords an hour, and one person’s every twenty seconds', async () => {
  const limited = await startTestApp(
    { SMTP_URL: mail.url, ROLE: 'web', THROTTLE: 'normal' },
    { sharesDatabaseWith: app },
  );
  limited.setTime(NOON);
  const browser = openStaffBrowser(limited);
  browser.cookie = admin.browser.cookie;
  await app.owner(
    `INSERT INTO staff (email, role, created_at, activated_at)
     SELECT 'muchos.' || n || '@provider.example', 'support', $1, $1 FROM generate_series(1, 21) n`,
    [NOON],
  );
  const people = await app.owner<{ id: number }>("SELECT id FROM staff WHERE email LIKE 'muchos.%' ORDER BY id");
  // Other tests have withdrawn some.
  await app.owner("DELETE FROM rate_limits WHERE key LIKE 'staff-resets-given:%'");
  const statuses = [];
  for (const { id } of people) statuses.push((await withdraw(id, browser)).status);
  expect(statuses).toEqual([...Array(20).fill(200), 429]);
  await app.owner("DELETE FROM rate_limits WHERE key LIKE 'staff-resets-given:%'");
  expect((await withdraw(people[0]?.id ?? 0, browser)).status).toBe(429);
  await limited.stop();
});
