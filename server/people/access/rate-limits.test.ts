import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { type AnyEndpoint, isExport } from '#shared/kit/http/endpoint.ts';
import { HOUR_MS } from '#shared/kit/time-units.ts';
import * as access from '#shared/people/access.ts';
import { currentUser } from '#shared/people/account.ts';
import { register } from '#shared/people/registration.ts';
import * as staff from '#shared/people/staff.ts';
import { sendUserActivation } from '#shared/people/staff-client-users.ts';
import { blockClient, changeClient } from '#shared/people/staff-clients.ts';
import { testMail } from '#shared/provider/staff-setup.ts';
import { staffContract } from '#shared/staff-contract.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import type { TestResponse } from '#test/callers/http-client.ts';
import { createStaffClient, PROVIDER_KEY } from '#test/callers/staff-client.ts';
import { registrationForm, type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { staffEmail } from '#test/fixtures/staff-fixture.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';

let app: TestApp;
let mail: FakeMailServer;
let sender: Sender;
beforeAll(async () => {
  mail = await startFakeMailServer();
  app = await startTestApp({ SMTP_URL: mail.url, THROTTLE: 'normal' });
  sender = await signUp(app, mail);
});
beforeEach(async () => {
  await app.owner('DELETE FROM rate_limits');
  app.setTime(null);
});
afterAll(async () => {
  await app.stop();
  await mail.stop();
});

const login = (_password: string, _username = sender.username) =>
  app.call(access.login, { body: { _username, _password } });
const start = Date.parse('2026-08-03T12:00:00Z');
const at = (seconds: number) => app.setTime(new Date(start + seconds * 1000));

test('after five wrong passwords the wait doubles, and a correct password during the wait gets the same reply', async () => {
  at(0);
  for (let n = 0; n < 5; n++) expect((await login('equivocada')).status).toBe(400);
  const sixth = await login('equivocada');
  const early = await login(sender.password);
  expect(early.status).toBe(400);
  expect(early.bytes).toEqual(sixth.bytes);
  at(1);
  expect((await login('equivocada')).status).toBe(400);
  at(2);
  expect((await login(sender.password)).status).toBe(400);
  at(3);
  expect((await login(sender.password)).status).toBe(200);
  expect((await login('equivocada')).status).toBe(400);
  expect((await login(sender.password)).status).toBe(200);
});

test('the wait is never longer than fifteen minutes', async () => {
  for (let n = 0; n < 20; n++) {
    at(n * 900);
    await login('equivocada');
  }
  at(20 * 900 - 1);
  expect((await login(sender.password)).status).toBe(400);
  at(20 * 900);
  expect((await login(sender.password)).status).toBe(200);
});

test('only six of a hundred wrong passwords at once are compared', async () => {
  at(0);
  await Promise.all(Array.from({ length: 100 }, () => login('equivocada')));
  const rows = await app.owner<{ failures: number }>("SELECT failures FROM rate_limits WHERE key LIKE 'login:%'");
  expect(rows).toEqual([{ failures: 6 }]);
});

test('twenty correct logins of one user at once all succeed', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => login(sender.password)));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
});

test('a network may fail fifty times in ten minutes; correct logins don’t count', async () => {
  at(0);
  for (let n = 0; n < 10; n++) await login(sender.password);
  await Promise.all(Array.from({ length: 50 }, (_, n) => login('equivocada', `nadie.${n}`)));
  const refused = await login(sender.password);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('600');
  expect(refused.body).toMatchObject({ code: 'throttled' });
  at(601);
  expect((await login(sender.password)).status).toBe(200);
});

test('an address gets one mail in twenty seconds and five an hour, with or without an account', async () => {
  for (const email of [sender.email, 'nadie@example.com']) {
    const recover = () => app.call(access.recover, { body: { email } });
    at(0);
    expect((await recover()).status).toBe(200);
    const soon = await app.call(access.sendActivationMail, { body: { email: email.toUpperCase() } });
    expect(soon.status).toBe(429);
    expect(soon.headers.get('retry-after')).toBe('20');
    expect(soon.body.errors?.[0]?.message).toBe('Hiciste muchos intentos. Probá de nuevo en 20 segundos');
    for (const seconds of [21, 42, 63, 84]) {
      at(seconds);
      expect((await recover()).status, `${seconds}`).toBe(200);
    }
    at(105);
    const sixth = await recover();
    expect(sixth.status).toBe(429);
    expect(Number(sixth.headers.get('retry-after'))).toBe(3600 - 105);
    at(3601);
    expect((await recover()).status).toBe(200);
  }
});

test('a network may try sixty links an hour', async () => {
  at(0);
  const activate = () => app.call(access.activate, { body: { token: 'inventado' } });
  const answers = await Promise.all(Array.from({ length: 61 }, activate));
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(60);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
});

test('a network may try twenty registrations an hour', async () => {
  at(0);
  const taken = registrationForm({ username: sender.username });
  for (let n = 0; n < 20; n++) expect((await app.call(register, { body: taken })).status).toBe(422);
  expect((await app.call(register, { body: taken })).status).toBe(429);
});

test('the seventh wrong current password has to wait', async () => {
  at(0);
  const { body } = await login(sender.password);
  const change = (currentPassword: string) =>
    app.call(access.modifyPassword, { token: body.token, body: { currentPassword, newPassword: sender.password } });
  for (let n = 0; n < 6; n++) expect((await change('equivocada')).status).toBe(400);
  const blocked = await change(sender.password);
  expect(blocked.status).toBe(429);
  expect(blocked.headers.get('retry-after')).toBe('1');
  at(1);
  expect((await change(sender.password)).status).toBe(200);
});

test('the table of rate limits contains no names, addresses or networks', async () => {
  await login('equivocada');
  await app.call(access.recover, { body: { email: sender.email } });
  const rows = await app.owner<{ key: string }>('SELECT key FROM rate_limits');
  expect(rows.length).toBeGreaterThan(2);
  for (const { key } of rows) expect(key).toMatch(/^[a-z0-9-]+:[\w-]{43}$/);
});

test('mails that the provider requests are limited by mailbox: one in twenty seconds, five an hour of each purpose', async () => {
  const provider = createStaffClient(app);
  const invitee = staffEmail();
  at(0);
  const invited = await provider(staff.inviteStaff, { body: { email: invitee, role: 'support' } });
  const form = registrationForm();
  await app.call(register, { body: form });
  const [user] = await app.owner<{ client_id: number; id: number }>(
    'SELECT client_id, id FROM users WHERE email = $1',
    [form.email],
  );
  const ofUser = { params: { clientId: user?.client_id ?? 0, id: user?.id ?? 0 } };
  const requests: [mailbox: string, request: () => Promise<TestResponse<AnyEndpoint>>][] = [
    [invitee, () => provider(staff.resendStaffInvitation, { params: { id: invited.body.results.id } })],
    [form.email, () => provider(sendUserActivation, ofUser)],
    ['prueba@example.com', () => provider(testMail, { body: { email: 'Prueba+otra@example.com' } })],
  ];
  for (const [mailbox, request] of requests) {
    await app.owner('DELETE FROM rate_limits');
    const statuses: number[] = [];
    for (const seconds of [0, 10, 21, 42, 63, 84, 105]) {
      at(seconds);
      statuses.push((await request()).status);
    }
    expect(statuses, mailbox).toEqual([200, 429, 200, 200, 200, 200, 429]);
    at(3601);
    expect((await request()).status, mailbox).toBe(200);
  }
});

test('changes of a password are refused above ten an hour, each is reported by mail, and other kinds arrive', async () => {
  const { email, password, token } = await signUp(app, mail);
  const [user] = await app.owner<{ client_id: number }>('SELECT client_id FROM users WHERE email = $1', [email]);
  const statuses = [];
  for (let n = 0; n < 11; n++) {
    const body = { currentPassword: password, newPassword: password };
    statuses.push((await app.call(access.modifyPassword, { token, body })).status);
  }
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
  const params = { clientId: user?.client_id ?? 0 };
  await createStaffClient(app)(blockClient, { params, body: { reason: 'Firma pendiente' } });
  const subjects = async () => (await mail.mailsTo(email)).map(({ subject }) => subject.replace(' · Remito', ''));
  await expect.poll(subjects).toContain('Bloqueamos la cuenta de tu empresa');
  // Mails of different kinds don't wait for one another.
  const changes = async () => (await subjects()).filter((subject) => subject === 'Tu contraseña cambió').length;
  await expect.poll(changes).toBe(10);
});

test('every call that exports is refused the eleventh time in a minute, for each client and each key', async () => {
  const provider = createStaffClient(app);
  const [row] = await app.owner<{ client_id: number }>('SELECT client_id FROM users WHERE username = $1', [
    sender.username,
  ]);
  await provider(changeClient, { params: { clientId: row?.client_id }, body: { fulfillment: true } });
  const minute = Date.now() + HOUR_MS;
  app.setTime(new Date(minute));
  const other = await signUp(app, mail);
  const token = (await login(sender.password)).body.token;
  const exports = Object.entries({ ...contract, ...staffContract }).filter(([, call]) => isExport(call));
  expect(exports.length).toBeGreaterThan(12);
  for (const [name, call] of exports) {
    const path = `/api${call.path.replace(/:\w+/g, '1')}`;
    const make = (headers: Record<string, string>) =>
      app.fetch(path, { method: call.method, headers: { 'content-type': 'application/json', ...headers } });
    const one: Record<string, string> =
      call.access === 'provider' ? { 'x-api-key': PROVIDER_KEY } : { authorization: `Bearer ${token}` };
    const statuses: number[] = [];
    for (let n = 0; n < 11; n++) statuses.push((await make(one)).status);
    expect(statuses.indexOf(429), name).toBe(10);
    if (call.access === 'client') {
      expect((await make({ authorization: `Bearer ${other.token}` })).status, name).not.toBe(429);
    }
  }
});

test('a client may make 300 calls a second, and other clients aren’t affected', async () => {
  // Sessions begin and end by the same clock.
  const now = Date.now() + HOUR_MS;
  app.setTime(new Date(now));
  const other = await signUp(app, mail);
  const token = (await login(sender.password)).body.token;
  app.setTime(new Date(now + 5000));
  const call = (by: string) => app.call(currentUser, { token: by });
  const answers = await Promise.all(Array.from({ length: 305 }, () => call(token)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(300);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(5);
  expect(refused[0]?.headers.get('retry-after')).toBe('1');
  expect((await call(other.token)).status).toBe(200);
  await app.server.deps.refusals.flush();
  const throttled = await app.owner<{ actor_name: string; times: number }>(
    "SELECT actor_name, times FROM audit_log WHERE action = 'call.throttled' AND target = 'GET /v2/client/user/'",
  );
  expect(throttled).toEqual([{ actor_name: sender.username, times: 5 }]);
  app.setTime(new Date(now + 6000));
  expect((await call(token)).status).toBe(200);
});
