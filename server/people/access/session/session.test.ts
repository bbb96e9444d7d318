import { decodeJwt, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashAtLowestCost } from '#server/platform/secrets/passwords.ts';
import { type Access, endpoint } from '#shared/kit/http/endpoint.ts';
import { HOUR_MS, HOUR_SECONDS } from '#shared/kit/time-units.ts';
import * as access from '#shared/people/access.ts';
import * as account from '#shared/people/account.ts';
import { publishTerms } from '#shared/provider/staff-terms.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { logIn, type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';
import { createSessions } from './session.ts';

const SECRET = 'the secret that signs sessions here';

let app: TestApp;
let mail: FakeMailServer;
let sender: Sender;
beforeAll(async () => {
  mail = await startFakeMailServer();
  app = await startTestApp({ SMTP_URL: mail.url, JWT_SECRET: SECRET });
  sender = await signUp(app, mail);
});
afterAll(async () => {
  await app.stop();
  await mail.stop();
});

const user = (token: string) => app.call(account.currentUser, { token });
const addresses = (token: string) => app.call(account.listSenderAddresses, { token });
const after = (hours: number) => app.setTime(new Date(Date.now() + hours * HOUR_MS));

const newTerms = async (text: string) =>
  (await createStaffClient(app)(publishTerms, { body: { text, binds_from: 'now' } })).body.results.id;

test('the token contains the claims that the portal reads, and each login opens a new session', async () => {
  const again = await logIn(app, sender.username, sender.password);
  const claims = decodeJwt(again);
  expect(claims).toMatchObject({
    username: sender.username,
    terms_accepted: true,
    prepago: false,
    logistica_inversa: false,
    default_format: 'pdf',
  });
  expect(Number(claims.exp) - Number(claims.iat)).toBe(12 * HOUR_SECONDS);
  expect(claims.sid).not.toBe(decodeJwt(sender.token).sid);
  expect(claims).not.toHaveProperty('email');
});

test('a login can be sent as a form or as JSON', async () => {
  const body = new URLSearchParams({ _username: sender.username, _password: sender.password });
  const answer = await app.fetch('/api/login', { method: 'POST', body });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ success: true, message: 'Ingreso Exitoso' });
});

test('a user name logs in with the invisible characters that a chat adds, an older account with them in its name first', async () => {
  const { username, password } = await signUp(app, mail);
  const pasted = `\u200b${username.slice(0, 3)}\u200b${username.slice(3)}`;
  const login = (_username: string, _password: string) => app.call(access.login, { body: { _username, _password } });
  expect(decodeJwt((await login(pasted, password)).body.token).username).toBe(username);
  const older = await signUp(app, mail);
  await app.owner(
    `WITH renamed AS (UPDATE users SET username = $2 WHERE username = $1)
     UPDATE user_directory SET username_norm = norm($2) WHERE username_norm = norm($1)`,
    [older.username, pasted],
  );
  const { body } = await login(pasted, older.password);
  expect(decodeJwt(body.token).username).toBe(pasted);
  expect((await login(username, password)).status).toBe(200);
});

test('an unknown user name and a wrong password get the same reply', async () => {
  const attempts = [
    { _username: sender.username, _password: 'equivocada' },
    { _username: 'nadie.de.nadie', _password: 'equivocada' },
  ];
  const [wrong, unknown] = await Promise.all(attempts.map((body) => app.call(access.login, { body })));
  expect(wrong?.status).toBe(400);
  expect(unknown?.status).toBe(400);
  expect(unknown?.bytes).toEqual(wrong?.bytes);
  expect(wrong?.body).toMatchObject({ success: false });
});

test('a forged token gets the same 401 as a missing token', async () => {
  const [header = '', payload = '', signature = ''] = sender.token.split('.');
  const claims = decodeJwt(sender.token);
  const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url');
  const other = Buffer.from(JSON.stringify({ ...claims, sub: '1' })).toString('base64url');
  const sign = (content: object, secret: string) =>
    new SignJWT({ ...content })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
      .sign(new TextEncoder().encode(secret));
  const forged = [
    `${none}.${payload}.`,
    `${header}.${other}.${signature}`,
    await sign(claims, 'another secret of thirty-two signs'),
    await sign({ ...claims, exp: Math.floor(Date.now() / 1000) - 1 }, SECRET),
    await sign({ ...claims, sid: crypto.randomUUID() }, SECRET),
  ];
  const nothing = await app.call(account.currentUser);
  for (const token of forged) {
    const answer = await user(token);
    expect(answer.status).toBe(401);
    expect(answer.bytes).toEqual(nothing.bytes);
  }
  expect((await user(sender.token)).status).toBe(200);
});

test('flags in a token’s claims enable nothing: only the session’s row counts', async () => {
  const claimed = await new SignJWT({ ...decodeJwt(sender.token), prepago: true, terms_accepted: true })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .sign(new TextEncoder().encode(SECRET));
  expect((await user(claimed)).body.results.prepago).toBe(false);
});

test('a logout ends only its own session, at once, and always answers 200', async () => {
  const token = await logIn(app, sender.username, sender.password);
  expect((await user(token)).status).toBe(200);
  expect((await app.call(access.logout, { token })).status).toBe(200);
  expect((await user(token)).status).toBe(401);
  expect((await user(sender.token)).status).toBe(200);
  for (const other of [token, 'abc.def.ghi', undefined]) {
    expect((await app.call(access.logout, { token: other })).status).toBe(200);
  }
});

test('an unused session ends after eight hours', async () => {
  const token = await logIn(app, sender.username, sender.password);
  after(7.9);
  expect((await user(token)).status).toBe(200);
  after(15.8 - 4);
  expect((await user(token)).status).toBe(200);
  app.setTime(null);

  const idle = await logIn(app, sender.username, sender.password);
  after(8.1);
  expect((await user(idle)).status).toBe(401);
  app.setTime(null);
});

test('a used session ends after twelve hours', async () => {
  const token = await logIn(app, sender.username, sender.password);
  for (const hours of [5, 10, 11.9]) {
    after(hours);
    expect((await user(token)).status).toBe(200);
  }
  after(12.1);
  expect((await user(token)).status).toBe(401);
  app.setTime(null);
});

test('a session of an older password is invalid even if it wasn’t revoked', async () => {
  const mine = await signUp(app, mail);
  const unseen = await logIn(app, mine.username, mine.password);
  await app.owner('UPDATE users SET password_epoch = password_epoch + 1 WHERE username = $1', [mine.username]);
  expect((await user(unseen)).status).toBe(401);
});

test('the next login replaces a password hash of a lower cost', async () => {
  const mine = await signUp(app, mail);
  const { hash } = await import('@node-rs/argon2');
  const weak = await hash(mine.password, { memoryCost: 8192, timeCost: 1 });
  await app.owner('UPDATE users SET password_hash = $1 WHERE username = $2', [weak, mine.username]);
  hashAtLowestCost(false);
  const token = await logIn(app, mine.username, mine.password).finally(() => hashAtLowestCost(true));
  expect(token).not.toBe('');
  const [row] = await app.owner<{ password_hash: string }>('SELECT password_hash FROM users WHERE username = $1', [
    mine.username,
  ]);
  expect(row?.password_hash).toContain('m=19456,t=2,p=1');
  expect((await user(mine.token)).status).toBe(200);
});

test('a call of a feature is refused to a client without the feature, after the terms are checked', () => {
  const { guard } = createSessions(app.server.deps);
  const caller = {
    clientId: 1,
    userId: 1,
    sessionId: 'a',
    username: 'ana',
    logonName: 'ana',
    role: 'owner' as const,
    termsAccepted: true,
    termsBindFrom: null,
    hasFactor: false,
    factorGiven: false,
    codeAt: null,
    factorRequiredFrom: null,
    setUpDue: false,
    approved: true,
    rejectionReason: null,
    blockedReason: null,
    prepago: true,
    logistica_inversa: false,
    fulfillment: false,
  };
  const call = (access: Exclude<Access, 'public' | 'provider' | 'staff'>) =>
    endpoint('GET /v1/client/anything', { access, needs: 'read', summary: 'Anything' });
  expect(() => guard(caller, call('client'))).not.toThrow();
  expect(() => guard(caller, call('prepago'))).not.toThrow();
  for (const access of ['logistica_inversa', 'fulfillment'] as const) {
    expect(() => guard(caller, call(access))).toThrow(
      expect.objectContaining({ status: 403, code: 'feature_required' }),
    );
    expect(() => guard({ ...caller, termsAccepted: false }, call(access))).toThrow(
      expect.objectContaining({ status: 403, code: 'terms_required' }),
    );
  }
});

test('new terms block every call but those of the terms page until they are accepted', async () => {
  const mine = await signUp(app, mail);
  const id = await newTerms(
    '<h2 onclick="x()">Condiciones</h2><script>alert(1)</script><a href="javascript:x()">a</a>',
  );
  const fresh = await logIn(app, mine.username, mine.password);
  expect(decodeJwt(fresh).terms_accepted).toBe(false);

  const closed = await addresses(fresh);
  expect(closed.status).toBe(403);
  expect(closed.body).toMatchObject({
    code: 'terms_required',
    message: 'Para seguir, aceptá los términos y condiciones',
  });
  for (const call of [access.newestTerms, account.clientInfo, account.currentUser, account.readPrintConfig]) {
    expect((await app.call(call, { token: fresh })).status).toBe(200);
  }
  const terms = await app.call(access.newestTerms, { token: fresh });
  expect(terms.body).toEqual({
    code: 200,
    results: [{ id, text: '<h2>Condiciones</h2><a rel="noopener noreferrer">a</a>', accepted: false }],
  });

  expect((await app.call(access.acceptTerms, { token: fresh, params: { id: id + 1 } })).status).toBe(404);
  const accepted = await app.call(access.acceptTerms, { token: fresh, params: { id } });
  expect(accepted.body).toEqual({ message: 'Términos y condiciones aceptados' });
  expect((await addresses(fresh)).status).toBe(200);

  const newer = await newTerms('<p>Otras</p>');
  const renewed = await logIn(app, mine.username, mine.password);
  expect((await addresses(renewed)).status).toBe(403);
  expect((await app.call(access.acceptTerms, { token: renewed, params: { id } })).status).toBe(404);
  expect((await app.call(access.acceptTerms, { token: renewed, params: { id: newer } })).status).toBe(200);
  expect((await addresses(renewed)).status).toBe(200);
});
