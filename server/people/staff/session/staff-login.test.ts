import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { messages } from '#shared/kit/messages.ts';
import { listClients } from '#shared/people/staff-clients.ts';
import * as calls from '#shared/people/staff-sessions.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import {
  acceptAs,
  createAuthenticator,
  hire,
  openStaffBrowser,
  type Person,
  STAFF_PASSWORD,
} from '#test/fixtures/staff-fixture.ts';
import { mailAbout } from '#test/fixtures/team-factory.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';

const NOON = new Date('2099-08-03T15:00:00Z');
const later = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);
const REFUSED = 'El email o la contraseña no son correctos. Si ya probaste varias veces, esperá unos minutos';

let mail: FakeMailServer;
let app: TestApp;
let other: TestApp;
let person: Person;
const lines: string[] = [];
beforeAll(async () => {
  mail = await startFakeMailServer();
  app = await startTestApp({ SMTP_URL: mail.url, LOG_LEVEL: 'info' }, { onLog: (line) => lines.push(line) });
  other = await startTestApp({ SMTP_URL: mail.url, ROLE: 'web' }, { sharesDatabaseWith: app });
  app.setTime(NOON);
  person = await hire(app, mail, 'support', NOON);
});
afterEach(() => app.setTime(NOON));
afterAll(async () => {
  await other?.stop();
  await app?.stop();
  await mail?.stop();
});

const login = (email: string, password = STAFF_PASSWORD, on = app) =>
  openStaffBrowser(on).call(calls.staffLogin, { body: { email, password } });

/** Logs in up to the second step. */
async function halfWay(on = app) {
  const browser = openStaffBrowser(on);
  const { body } = await browser.call(calls.staffLogin, { body: { email: person.email, password: STAFF_PASSWORD } });
  expect(body.results).toEqual({ second_factor: 'code', token: null });
  return browser;
}

test('a wrong password and an unknown e-mail get the same answer', async () => {
  const answers = await Promise.all([login(person.email, 'otra contraseña'), login('nadie@provider.example')]);
  expect(answers.map(({ status, body }) => [status, body])).toEqual(
    Array(2).fill([400, { message: REFUSED, errors: [] }]),
  );
});

test('a refused login shows of no e-mail that nobody has it: one with accents is counted apart', async () => {
  const counters = async () => (await app.owner('SELECT FROM rate_limits')).length;
  await login('mésa@enumeradas.example');
  const before = await counters();
  await login('mesa@enumeradas.example');
  expect(await counters()).toBeGreaterThan(before);
});

test('refused logins are counted by the minute and by person, and an e-mail without a person isn’t kept', async () => {
  await app.server.deps.refusals.flush();
  await app.owner('DELETE FROM audit_log');
  const nobody = 'otra.nadie@provider.example';
  for (const email of [person.email, nobody, person.email.toUpperCase(), nobody, nobody])
    await login(email, 'otra clave');
  await app.server.deps.refusals.flush();
  const rows = await app.owner<{ times: number }>(
    'SELECT client_id, actor_kind, actor_id, actor_name, network, times FROM audit_log WHERE action = $1 ORDER BY times',
    ['ops.session.refused'],
  );
  const counted = { client_id: 0, network: '127.0.0.1' };
  expect(rows).toEqual([
    { ...counted, actor_kind: 'staff', actor_id: person.id, actor_name: person.name, times: 2 },
    { ...counted, actor_kind: 'anonymous', actor_id: null, actor_name: '', times: 3 },
  ]);
  expect(JSON.stringify(await app.owner('SELECT * FROM audit_log'))).not.toContain(nobody);
});

test('the e-mail is accepted in any case', async () => {
  expect((await login(person.email.toUpperCase())).status).toBe(200);
});

test('until the second step a session permits nothing else', async () => {
  const browser = await halfWay();
  const refused = [calls.listStaffSessions, calls.endOtherStaffSessions, calls.renewBackupCodes, listClients];
  for (const call of refused) {
    const { status, body } = await browser.call(call, call.body ? { body: { code: '1' } as never } : {});
    expect([status, body.code], call.path).toEqual([403, 'second_factor_required']);
  }
  const me = await browser.call(calls.staffMe);
  expect(me.body.results).toMatchObject({ second_factor: 'code', role: null, permissions: [], backup_codes: null });
  // A stolen password must not replace the second factor.
  const begun = await browser.call(calls.beginFactor, { body: {} });
  expect([begun.status, begun.body.code]).toEqual([403, 'second_factor_required']);
  const confirmed = await browser.call(calls.confirmFactor, { body: { code: '123456' } });
  expect([confirmed.status, confirmed.body.code]).toEqual([403, 'second_factor_required']);
});

test('a code completes the session, which gets a new token; the old one is worthless', async () => {
  app.setTime(later(60));
  const browser = await halfWay();
  const before = browser.cookie;
  const completed = await browser.call(calls.staffLoginCode, { body: { code: person.authenticator.code(later(60)) } });
  expect([completed.status, completed.body.results]).toEqual([200, { second_factor: 'done', token: null }]);
  expect(browser.cookie).not.toBe(before);
  expect((await browser.call(listClients)).status).toBe(200);
  browser.cookie = before;
  expect((await browser.call(listClients)).status).toBe(401);
});

test('a code is accepted once, also over two nodes at the same moment', async () => {
  for (let round = 0; round < 10; round++) {
    const now = later(600 + round * 60);
    app.setTime(now);
    other.setTime(now);
    const browsers = await Promise.all([halfWay(app), halfWay(other), halfWay(app), halfWay(other)]);
    const code = person.authenticator.code(now);
    const answers = await Promise.all(browsers.map((one) => one.call(calls.staffLoginCode, { body: { code } })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
    const refused = answers.find(({ status }) => status === 422);
    expect(refused?.body.errors).toEqual([{ field: 'code', message: 'Ese código ya se usó. Esperá el próximo' }]);
  }
});

test('an older code is refused after a newer one, and a wrong one with the server’s time', async () => {
  app.setTime(later(1800));
  const browser = await halfWay();
  const used = await browser.call(calls.staffLoginCode, { body: { code: person.authenticator.code(later(1830)) } });
  expect(used.status).toBe(200);
  const second = await halfWay();
  const older = await second.call(calls.staffLoginCode, { body: { code: person.authenticator.code(later(1800)) } });
  expect(older.body.errors?.[0]?.message).toBe('Ese código ya se usó. Esperá el próximo');
  const late = await second.call(calls.staffLoginCode, { body: { code: person.authenticator.code(later(2100)) } });
  expect(late.body.errors?.[0]?.message).toBe(
    'El código no es correcto. Verificá que tu teléfono tenga la hora exacta: son las 12:30',
  );
});

test('a backup code works once, as it was written down', async () => {
  const [first = '', second = ''] = person.backupCodes;
  expect(new Set(person.backupCodes).size).toBe(10);
  expect(first).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
  const give = async (code: string) => (await halfWay()).call(calls.staffLoginCode, { body: { code } });
  expect((await give(first)).status).toBe(200);
  expect((await give(first)).body.errors?.[0]?.message).toBe('El código de respaldo no es correcto o ya se usó');
  const spelled = second.toUpperCase().replace('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l');
  expect((await give(spelled)).status).toBe(200);
});

test('wrong codes are limited per person, over all networks and nodes', async () => {
  const limited = await startTestApp({ SMTP_URL: mail.url, THROTTLE: 'normal' }, { sharesDatabaseWith: app });
  limited.setTime(later(3600));
  const browser = await halfWay(limited);
  const statuses = [];
  for (let n = 0; n < 7; n++)
    statuses.push((await browser.call(calls.staffLoginCode, { body: { code: '000000' } })).status);
  expect(statuses).toEqual([422, 422, 422, 422, 422, 422, 429]);
  const right = person.authenticator.code(later(3600));
  const refused = await browser.call(calls.staffLoginCode, { body: { code: right } });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  // Whoever tries codes knows the password.
  await mailAbout(mail, person.email, 'Alguien escribió códigos equivocados');
  limited.setTime(later(3602));
  expect((await browser.call(calls.staffLoginCode, { body: { code: right } })).status).toBe(200);
  await limited.stop();
});

test('wrong codes from elsewhere don’t delay a person on a network of a former code', async () => {
  const settings = { SMTP_URL: mail.url, THROTTLE: 'normal', TRUST_PROXY: 'loopback' };
  const limited = await startTestApp(settings, { sharesDatabaseWith: app });
  const give = async (network: string, code: string) => {
    const browser = await halfWay(limited);
    const headers = { 'x-forwarded-for': network };
    return (await browser.call(calls.staffLoginCode, { body: { code }, headers })).status;
  };
  limited.setTime(later(7200));
  expect(await give('192.0.2.1', person.authenticator.code(later(7200)))).toBe(200);
  limited.setTime(later(7230));
  for (let n = 0; n < 6; n++) expect(await give('192.0.2.2', '000000')).toBe(422);
  const right = person.authenticator.code(later(7230));
  expect([await give('192.0.2.2', right), await give('192.0.2.1', right)]).toEqual([429, 200]);
  await limited.stop();
});

test('wrong passwords are limited like those of clients, and the log names no e-mail and no password', async () => {
  const limited = await startTestApp({ SMTP_URL: mail.url, THROTTLE: 'normal' }, { sharesDatabaseWith: app });
  for (let n = 0; n < 6; n++) expect((await login(person.email, `equivocada ${n}`, limited)).status).toBe(400);
  expect((await login(person.email, STAFF_PASSWORD, limited)).body.message).toBe(REFUSED);
  await limited.stop();
  const log = lines.join('');
  expect(log).toContain('a member of the staff logged in');
  for (const text of [person.email, STAFF_PASSWORD, 'equivocada']) expect(log).not.toContain(text);
});

test('a new second factor replaces the old one after a code, ends the other sessions and gives new backup codes', async () => {
  const mine = await hire(app, mail, 'finance', NOON);
  const elsewhere = openStaffBrowser(app);
  await elsewhere.call(calls.staffLogin, { body: { email: mine.email, password: STAFF_PASSWORD } });
  app.setTime(later(660));
  const without = await mine.browser.call(calls.beginFactor, { body: {} });
  expect(without.body.errors).toEqual([{ field: 'code', message: 'Escribí un código de tu aplicación actual' }]);
  const begun = await mine.browser.call(calls.beginFactor, { body: { code: mine.authenticator.code(later(660)) } });
  const next = createAuthenticator(begun.body.results.secret);
  app.setTime(later(720));
  const cookie = mine.browser.cookie;
  const confirmed = await mine.browser.call(calls.confirmFactor, { body: { code: next.code(later(720)) } });
  expect([confirmed.status, mine.browser.cookie === cookie]).toEqual([200, false]);
  expect((await elsewhere.call(calls.staffMe)).status).toBe(401);
  const again = openStaffBrowser(app);
  await again.call(calls.staffLogin, { body: { email: mine.email, password: STAFF_PASSWORD } });
  app.setTime(later(780));
  const give = (code = '') => again.call(calls.staffLoginCode, { body: { code } });
  expect((await give(mine.authenticator.code(later(780)))).status).toBe(422);
  expect((await give(mine.backupCodes[0])).status).toBe(422);
  expect((await give(confirmed.body.results.backup_codes[0])).status).toBe(200);
  const renewed = await again.call(calls.renewBackupCodes, { body: { code: next.code(later(780)) } });
  expect(renewed.body.results.backup_codes).toHaveLength(10);
  for (const subject of ['Tu segundo paso', 'Se usó un código de respaldo', 'Tenés códigos de respaldo nuevos'])
    await mailAbout(mail, mine.email, subject);
  expect((await again.call(calls.staffMe)).body.results.backup_codes).toBe(10);
});

test('a factor is confirmed only after it was begun', async () => {
  const { browser } = await acceptAs(app, mail, 'support');
  const answer = await browser.call(calls.confirmFactor, { body: { code: '123456' } });
  expect([answer.status, answer.body.message]).toEqual([409, 'Empezá de nuevo: el código QR ya no sirve']);
});

test('the database contains neither tokens nor codes nor the secret itself', async () => {
  const rows = await app.owner<{ kept: string }>(
    `SELECT row_to_json(t)::text AS kept FROM (SELECT * FROM staff_sessions) t
     UNION ALL SELECT row_to_json(t)::text FROM (SELECT * FROM staff_backup_codes) t
     UNION ALL SELECT row_to_json(t)::text FROM (SELECT * FROM staff_factors) t
     UNION ALL SELECT row_to_json(t)::text FROM (SELECT * FROM staff) t`,
  );
  const text = rows.map(({ kept }) => kept).join('\n');
  for (const secret of [person.browser.cookie ?? '-', ...person.backupCodes, STAFF_PASSWORD])
    expect(text).not.toContain(secret);
});

test('a missing session gets 401 with the usual message', async () => {
  const { status, body } = await openStaffBrowser(app).call(calls.staffMe);
  expect([status, body.message]).toEqual([401, messages.unauthorized]);
});
