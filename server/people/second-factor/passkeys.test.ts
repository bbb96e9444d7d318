import { expect, test } from 'vitest';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { currentUser } from '#shared/people/account.ts';
import * as calls from '#shared/people/second-factor/passkeys.ts';
import { removeUserFactor } from '#shared/people/second-factor/second-factor.ts';
import { inviteUser } from '#shared/people/team.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { startTestApp } from '#test/app/test-app.ts';
import { giveCode, logInHalf, setUpFactor } from '#test/fixtures/factor-fixture.ts';
import { addPasskey, askPasskey, pageOrigin, setUpPasskey } from '#test/fixtures/passkey-fixture.ts';
import { logIn, type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { addUser, mailAbout } from '#test/fixtures/team-factory.ts';
import { createFakeAuthenticator } from '#test/services/fake-authenticator.ts';

const NOON = new Date('2099-08-03T15:00:00Z');
const later = (minutes: number) => new Date(NOON.getTime() + minutes * MINUTE_MS);

const EXPIRED = 'El pedido de la llave de acceso venció o ya se usó. Probá de nuevo';
const UNKNOWN = 'Esta llave de acceso no está en tu cuenta. Usá otra, o un código';

const { app, mail } = await sharedApp(NOON);

const list = async (token: string) => (await app.call(calls.listPasskeys, { token })).body.results;
const enter = (token: string, body: object) => app.call(calls.loginPasskey, { token, body: body as never });
const foreign = () => `La llave de acceso no es válida para ${pageOrigin(app)}. Usá otra, o un código`;
const refusal = (message: string) => [422, [{ field: 'passkey', message }]];
const answered = ({ status, body }: { status: number; body: { errors?: unknown } }) => [status, body.errors];

test('a user adds a passkey besides the app, logs in with it instead of a code, and a mail reports it', async () => {
  const sender = await signUp(app, mail);
  const { passkey } = await setUpPasskey(app, sender, NOON);
  expect(await list(sender.token)).toMatchObject([{ name: 'Mi llave', used_at: null }]);
  await mailAbout(mail, sender.email, 'Agregaste una llave de acceso');
  const half = await logInHalf(app, sender);
  const entered = await enter(half, passkey.answer(await askPasskey(app, half)));
  expect([entered.status, entered.body.message]).toEqual([200, 'Ingreso Exitoso']);
  expect((await app.call(currentUser, { token: entered.body.token })).status).toBe(200);
  // The token of before the second step is worthless.
  expect((await app.call(currentUser, { token: half })).status).toBe(401);
  expect(await list(entered.body.token)).toMatchObject([{ used_at: '2099-08-03T12:00:00-03:00' }]);
});

test('a passkey needs the app first, at most ten are kept, and the same one is added once', async () => {
  const sender = await signUp(app, mail);
  const early = await app.call(calls.beginPasskey, { token: sender.token });
  expect([early.status, early.body.message]).toEqual([
    409,
    'Primero configurá una aplicación de autenticación: es tu segundo paso sin la llave',
  ]);
  const { passkey } = await setUpPasskey(app, sender, NOON);
  const begun = await app.call(calls.beginPasskey, { token: sender.token });
  expect(begun.body.results.excludeCredentials).toHaveLength(1);
  const twice = { name: 'Otra vez', ...passkey.create(begun.body.results) };
  expect((await app.call(calls.addPasskey, { token: sender.token, body: twice })).status).toBe(409);
  for (let n = 1; n < 10; n++) await addPasskey(app, sender.token, `Llave ${n}`);
  expect((await app.call(calls.beginPasskey, { token: sender.token })).body.message).toBe(
    'Tenés 10 llaves de acceso. Quitá una primero',
  );
});

test('a passkey of another page, another domain or without a touch is refused, when added and when used', async () => {
  const sender = await signUp(app, mail);
  const { passkey } = await setUpPasskey(app, sender, NOON);
  const other = createFakeAuthenticator(pageOrigin(app));
  for (const falsified of [{ origin: 'https://remito.example' }, { domain: 'remito.example' }]) {
    const begun = await app.call(calls.beginPasskey, { token: sender.token });
    const body = { name: 'Ajena', ...other.create(begun.body.results, falsified) };
    expect(answered(await app.call(calls.addPasskey, { token: sender.token, body }))).toEqual(refusal(foreign()));
  }
  for (const falsified of [{ origin: 'https://remito.example' }, { domain: 'remito.example' }, { present: false }]) {
    const half = await logInHalf(app, sender);
    const answer = await enter(half, passkey.answer(await askPasskey(app, half), falsified));
    expect(answered(answer)).toEqual(refusal(foreign()));
    // A code still completes the session that the passkey didn't.
    expect((await app.call(currentUser, { token: half })).status).toBe(403);
  }
  expect(await list(sender.token)).toHaveLength(1);
});

test('an answer counts once, only for the newest challenge of its own session, and for five minutes', async () => {
  const sender = await signUp(app, mail);
  const { passkey } = await setUpPasskey(app, sender, NOON);
  const first = await logInHalf(app, sender);
  const second = await logInHalf(app, sender);
  const options = await askPasskey(app, first);
  const answer = passkey.answer(options);
  expect(answered(await enter(second, answer))).toEqual(refusal(EXPIRED));
  expect((await enter(first, answer)).status).toBe(200);
  const third = await logInHalf(app, sender);
  await askPasskey(app, third);
  expect(answered(await enter(third, answer))).toEqual(refusal(foreign()));
  expect(answered(await enter(third, answer))).toEqual(refusal(EXPIRED));
  const slow = passkey.answer(await askPasskey(app, third));
  app.setTime(later(5));
  expect(answered(await enter(third, slow))).toEqual(refusal(EXPIRED));
  app.setTime(NOON);
});

test('of five equal answers at the same time, one completes the login', async () => {
  const sender = await signUp(app, mail);
  const { passkey } = await setUpPasskey(app, sender, NOON);
  const half = await logInHalf(app, sender);
  const answer = passkey.answer(await askPasskey(app, half));
  const all = await Promise.all(Array.from({ length: 5 }, () => enter(half, answer)));
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a counter that goes back refuses the passkey, and one that never counts is accepted', async () => {
  const sender = await signUp(app, mail);
  const { passkey } = await setUpPasskey(app, sender, NOON);
  const attempt = async (counter: number) => {
    const half = await logInHalf(app, sender);
    return enter(half, passkey.answer(await askPasskey(app, half), { counter }));
  };
  expect((await attempt(0)).status).toBe(200);
  expect((await attempt(0)).status).toBe(200);
  expect((await attempt(7)).status).toBe(200);
  const copied = 'Esta llave de acceso podría estar copiada: su contador volvió atrás. Entrá con un código y quitala';
  expect(answered(await attempt(7))).toEqual(refusal(copied));
  expect(answered(await attempt(0))).toEqual(refusal(copied));
  expect((await attempt(8)).status).toBe(200);
});

test('somebody else’s passkey neither enters nor is removed, also not by a colleague', async () => {
  const owner = await signUp(app, mail);
  const { passkey } = await setUpPasskey(app, owner, NOON);
  const colleague = await addUser(app, mail, owner, 'admin');
  const otherClient = await signUp(app, mail);
  const [{ id } = { id: 0 }] = await list(owner.token);
  for (const other of [colleague, otherClient]) {
    await setUpPasskey(app, other as Sender, NOON);
    const half = await logInHalf(app, other as Sender);
    expect(answered(await enter(half, passkey.answer(await askPasskey(app, half))))).toEqual(refusal(UNKNOWN));
    expect((await app.call(calls.removePasskey, { token: other.token, params: { id } })).status).toBe(404);
    expect(await list(other.token)).toHaveLength(1);
  }
  expect(await list(owner.token)).toHaveLength(1);
});

test('a removed passkey is refused, the other sessions end, and a mail reports it', async () => {
  const sender = await signUp(app, mail);
  const { passkey } = await setUpPasskey(app, sender, NOON);
  const half = await logInHalf(app, sender);
  const entered = await enter(half, passkey.answer(await askPasskey(app, half)));
  const waiting = await logInHalf(app, sender);
  const options = await askPasskey(app, waiting);
  const [{ id } = { id: 0 }] = await list(sender.token);
  expect((await app.call(calls.removePasskey, { token: sender.token, params: { id } })).status).toBe(200);
  await mailAbout(mail, sender.email, 'Quitaste una llave de acceso');
  expect((await app.call(currentUser, { token: entered.body.token })).status).toBe(401);
  expect((await enter(waiting, passkey.answer(options))).status).toBe(401);
  const again = await logInHalf(app, sender);
  const none = await app.call(calls.askPasskey, { token: again });
  expect([none.status, none.body.message]).toEqual([409, 'Tu cuenta no tiene llaves de acceso. Escribí un código']);
  expect((await app.call(calls.removePasskey, { token: sender.token, params: { id } })).status).toBe(404);
});

test('removing the second factor removes its passkeys', async () => {
  const sender = await signUp(app, mail);
  const { backupCodes } = await setUpPasskey(app, sender, NOON);
  const body = { code: backupCodes[0] ?? '' };
  expect((await app.call(removeUserFactor, { token: sender.token, body })).status).toBe(200);
  expect(await list(sender.token)).toEqual([]);
  expect(await logIn(app, sender.username, sender.password)).not.toBe('');
});

test('ten minutes after the last code, passkeys are added and removed only after a code or a passkey', async () => {
  const sender = await signUp(app, mail);
  const { passkey } = await setUpPasskey(app, sender, NOON);
  const { token } = sender;
  const [{ id } = { id: 0 }] = await list(token);
  app.setTime(later(11));
  const invite = () => app.call(inviteUser, { token, body: { email: 'nadie@remito.example', role: 'viewer' } });
  for (const answer of [
    await app.call(calls.beginPasskey, { token }),
    await app.call(calls.removePasskey, { token, params: { id } }),
    await invite(),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([403, 'step_up_required']);
  }
  const body = passkey.answer(await askPasskey(app, token));
  expect((await app.call(calls.verifyPasskey, { token, body })).status).toBe(200);
  expect((await invite()).status).toBe(200);
  expect((await app.call(calls.beginPasskey, { token })).status).toBe(200);
  app.setTime(NOON);
});

test('another node compares the answer, and wrong passkeys count as wrong codes: after six, neither is compared for a while', async () => {
  const sender = await signUp(app, mail);
  const { passkey, backupCodes } = await setUpPasskey(app, sender, NOON);
  const settings = {
    SMTP_URL: mail.url,
    THROTTLE: 'normal',
    ROLE: 'web',
    PUBLIC_URL: app.server.deps.config.PUBLIC_URL,
  };
  const node = await startTestApp(settings, { sharesDatabaseWith: app });
  node.setTime(NOON);
  const half = await logInHalf(app, sender);
  const give = async (falsified = {}) => {
    const body = passkey.answer(await askPasskey(app, half), falsified);
    return node.call(calls.loginPasskey, { token: half, body });
  };
  for (let n = 0; n < 6; n++) expect((await give({ domain: 'remito.example' })).status).toBe(422);
  expect((await give()).status).toBe(429);
  expect((await giveCode(node, half, backupCodes[0] ?? '')).status).toBe(429);
  node.setTime(later(1));
  expect((await give()).status).toBe(200);
  await node.stop();
});

test('a user without passkeys has an empty list', async () => {
  const sender = await signUp(app, mail);
  expect(await list(sender.token)).toEqual([]);
  await setUpFactor(app, sender, NOON);
  expect(await list(sender.token)).toEqual([]);
});
