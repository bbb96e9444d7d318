import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { changeStream } from '#shared/kit/change-events.ts';
import * as access from '#shared/people/access.ts';
import { currentUser } from '#shared/people/account.ts';
import { FACTOR_REQUIRED } from '#shared/people/second-factor/factor-code.ts';
import * as calls from '#shared/people/second-factor/second-factor.ts';
import { listSessions } from '#shared/people/sessions.ts';
import { blockClient } from '#shared/people/staff-clients.ts';
import { readTeam } from '#shared/people/team.ts';
import { clientIdOf } from '#test/app/client-id.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { auditedActions } from '#test/callers/audited-actions.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { beginFirstFactor, type Factor, giveCode, logInHalf, setUpFactor } from '#test/fixtures/factor-fixture.ts';
import { logIn, type Sender, signUp, tokenIn } from '#test/fixtures/sender-factory.ts';
import { mailAbout } from '#test/fixtures/team-factory.ts';
import { FIREFOX, sessionIdOf } from '#test/inputs/session-inputs.ts';

const { app, mail } = await sharedApp();

const NOON = new Date('2099-08-03T15:00:00Z');
const later = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);
const USED = [{ field: 'code', message: 'Ese código ya se usó. Esperá el próximo' }];

let other: TestApp;
let ana: Sender & Factor;
beforeAll(async () => {
  other = await startTestApp({ SMTP_URL: mail.url, ROLE: 'web' }, { sharesDatabaseWith: app });
  setTime(NOON);
  const sender = await signUp(app, mail);
  ana = { ...sender, ...(await setUpFactor(app, sender, NOON)) };
});
afterEach(() => setTime(NOON));
afterAll(async () => {
  await other?.stop();
});

function setTime(moment: Date): void {
  for (const node of [app, other]) node.setTime(moment);
}

const statusOf = async (token: string, on = app) => (await on.call(currentUser, { token })).status;

test('an account without a second factor logs in as before', async () => {
  const sender = await signUp(app, mail);
  const { body } = await app.call(access.login, { body: { _username: sender.username, _password: sender.password } });
  expect(body).toEqual({ success: true, token: expect.any(String), message: 'Ingreso Exitoso' });
  expect(await statusOf(body.token)).toBe(200);
});

test('the token of a half session permits only the second step, and names nothing of the account', async () => {
  const token = await logInHalf(app, ana);
  expect(Object.keys(decodeJwt(token)).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'sid', 'sub']);
  const refused = [currentUser, access.newestTerms, listSessions, readTeam, changeStream, calls.readFactor];
  for (const call of refused) {
    const { status, body } = await app.call(call, { token });
    expect([status, body], call.path).toEqual([
      403,
      { message: FACTOR_REQUIRED, errors: [], code: 'second_factor_required' },
    ]);
  }
  // A stolen password must not replace the second factor or the password.
  for (const call of [calls.beginUserFactor, calls.confirmUserFactor, calls.removeUserFactor, access.modifyPassword]) {
    const { status, body } = await app.call(call, { token, body: { code: '123456' } as never });
    expect([status, body.code], call.path).toEqual([403, 'second_factor_required']);
  }
});

test('a code completes the login with another session and another token; the old token is worthless', async () => {
  setTime(later(60));
  const half = await logInHalf(app, ana);
  const { status, body } = await giveCode(app, half, ana.authenticator.code(later(60)));
  expect([status, body.message]).toEqual([200, 'Ingreso Exitoso']);
  expect(sessionIdOf(body.token)).not.toBe(sessionIdOf(half));
  expect(decodeJwt(body.token)).toMatchObject({ username: ana.username, default_format: 'pdf' });
  expect(await statusOf(body.token)).toBe(200);
  expect(await statusOf(half)).toBe(401);
  expect((await giveCode(app, half, ana.backupCodes[9] ?? '')).status).toBe(401);
  expect((await giveCode(app, body.token, ana.backupCodes[9] ?? '')).status).toBe(409);
});

test('a login waits a quarter of an hour for its second step', async () => {
  const half = await logInHalf(app, ana);
  setTime(later(15 * 60));
  expect((await giveCode(app, half, ana.authenticator.code(later(900)))).status).toBe(401);
});

test('a code is accepted once, also over two nodes at the same moment', async () => {
  for (let round = 0; round < 4; round++) {
    const now = later(3600 + round * 60);
    setTime(now);
    const nodes = [app, other, app, other];
    const halves = await Promise.all(nodes.map((node) => logInHalf(node, ana)));
    const code = ana.authenticator.code(now);
    const answers = await Promise.all(halves.map((half, index) => giveCode(nodes[index] ?? app, half, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
    expect(answers.find(({ status }) => status === 422)?.body.errors).toEqual(USED);
  }
});

test('a half session is completed once, also by two codes on two nodes at the same moment', async () => {
  const half = await logInHalf(app, ana);
  const [, , first = '', second = ''] = ana.backupCodes;
  const answers = await Promise.all([giveCode(app, half, first), giveCode(other, half, second)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
});

test('an older code is refused after a newer one, and a wrong one with the server’s time', async () => {
  setTime(later(9000));
  const half = await logInHalf(app, ana);
  expect((await giveCode(app, half, ana.authenticator.code(later(9030)))).status).toBe(200);
  const second = await logInHalf(app, ana);
  expect((await giveCode(app, second, ana.authenticator.code(later(9000)))).body.errors).toEqual(USED);
  const late = await giveCode(app, second, ana.authenticator.code(later(9300)));
  expect(late.body.errors?.[0]?.message).toBe(
    'El código no es correcto. Verificá que tu teléfono tenga la hora exacta: son las 14:30',
  );
});

test('a backup code works once, as it was written down, and is reported by mail', async () => {
  const [first = '', second = ''] = ana.backupCodes;
  expect((await giveCode(app, await logInHalf(app, ana), first)).status).toBe(200);
  const again = await giveCode(app, await logInHalf(app, ana), first);
  expect(again.body.errors?.[0]?.message).toBe('El código de respaldo no es correcto o ya se usó');
  const spelled = second.toUpperCase().replace('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l');
  expect((await giveCode(app, await logInHalf(app, ana), spelled)).status).toBe(200);
});

test('the code and the half session of another user are worth nothing', async () => {
  const otherClient = await signUp(app, mail);
  const theirs = await setUpFactor(app, otherClient, NOON);
  setTime(later(60));
  const half = await logInHalf(app, ana);
  for (const code of [theirs.authenticator.code(later(60)), theirs.backupCodes[0] ?? '']) {
    expect((await giveCode(app, half, code)).status).toBe(422);
  }
  // Wrong attempts of one user don't mark another user's code as used.
  const own = await logInHalf(app, otherClient);
  expect((await giveCode(app, own, theirs.authenticator.code(later(60)))).status).toBe(200);
});

test('wrong codes are limited per account, over all networks and nodes', async () => {
  const nodes = await Promise.all(
    [1, 2].map(() =>
      startTestApp({ SMTP_URL: mail.url, THROTTLE: 'normal', ROLE: 'web' }, { sharesDatabaseWith: app }),
    ),
  );
  for (const node of nodes) node.setTime(later(20_000));
  const [one = app, two = other] = nodes;
  const half = await logInHalf(one, ana);
  const statuses = [];
  for (const node of [one, two, one, two, one, two]) statuses.push((await giveCode(node, half, '000000')).status);
  expect(statuses).toEqual(Array(6).fill(422));
  const right = ana.authenticator.code(later(20_000));
  const refused = await giveCode(two, half, right);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  // Whoever tries codes knows the password.
  await mailAbout(mail, ana.email, 'Alguien escribió códigos equivocados');
  for (const node of nodes) node.setTime(later(20_002));
  expect((await giveCode(one, half, right)).status).toBe(200);
  for (const node of nodes) await node.stop();
});

test('the device of a login counts as known only after the second step', async () => {
  const sender = await signUp(app, mail);
  const factor = await setUpFactor(app, sender, NOON);
  const headers = { 'user-agent': FIREFOX };
  const devices = () =>
    app.owner('SELECT FROM known_devices WHERE user_id = (SELECT id FROM users WHERE username = $1)', [
      sender.username,
    ]);
  const before = (await devices()).length;
  setTime(later(60));
  const body = { _username: sender.username, _password: sender.password };
  const half = await app.call(access.login, { body, headers });
  expect([half.headers.get('set-cookie'), (await devices()).length]).toEqual([null, before]);
  const code = factor.authenticator.code(later(60));
  const complete = await app.call(calls.loginCode, { token: half.body.token, body: { code }, headers });
  expect(complete.headers.get('set-cookie')).toContain('remito_device=');
  expect(await devices()).toHaveLength(before + 1);
  const { body: list } = await app.call(listSessions, { token: complete.body.token });
  expect(list.results[0]).toMatchObject({ device: 'Firefox en Windows', current: true });
});

test('the missing second step is refused before a block, and a blocked person can’t give it', async () => {
  const sender = await signUp(app, mail);
  const { authenticator } = await setUpFactor(app, sender, NOON);
  setTime(later(60));
  const half = await logInHalf(app, sender);
  const params = { clientId: await clientIdOf(app, sender) };
  await createStaffClient(app)(blockClient, { params, body: { reason: 'Deuda' } });
  expect((await app.call(currentUser, { token: half })).body.code).toBe('second_factor_required');
  const refused = await giveCode(app, half, authenticator.code(later(60)));
  expect([refused.status, refused.body.code]).toEqual([403, 'blocked']);
});

test('the second step comes before the terms', async () => {
  const sender = await signUp(app, mail);
  const { authenticator } = await setUpFactor(app, sender, NOON);
  await app.owner('UPDATE clients SET terms_accepted = NULL');
  setTime(later(60));
  const half = await logInHalf(app, sender);
  const complete = await giveCode(app, half, authenticator.code(later(60)));
  expect(complete.status).toBe(200);
  expect((await app.call(readTeam, { token: complete.body.token })).body.code).toBe('terms_required');
  await app.owner('UPDATE clients SET terms_accepted = (SELECT max(id) FROM terms)');
});

/** Sets a new password by the link of a mail. */
async function resetPassword({ email }: Sender, password: string): Promise<void> {
  await app.call(access.recover, { body: { email } });
  const token = tokenIn(await mailAbout(mail, email, 'Cambiá tu contraseña'));
  await app.call(access.resetPassword, { body: { token, password } });
}

test('a new password by mail keeps the second factor', async () => {
  const sender = await signUp(app, mail);
  await setUpFactor(app, sender, NOON);
  const half = await logInHalf(app, sender);
  await resetPassword(sender, 'portal2027');
  expect(await statusOf(half)).toBe(401);
  expect(await logInHalf(app, { ...sender, password: 'portal2027' })).not.toBe('');
});

test('a new password by mail forgets the wrong codes of a thief who knew the old one, and nobody else’s', async () => {
  const node = await startTestApp({ SMTP_URL: mail.url, THROTTLE: 'normal', ROLE: 'web' }, { sharesDatabaseWith: app });
  node.setTime(NOON);
  const [sender, otherClient] = [await signUp(app, mail), await signUp(app, mail)];
  const codes = [];
  for (const one of [sender, otherClient]) {
    codes.push((await setUpFactor(app, one, NOON)).backupCodes[0] ?? '');
    const half = await logInHalf(app, one);
    for (let n = 0; n < 6; n++) expect((await giveCode(node, half, '000000')).status).toBe(422);
    expect((await giveCode(node, half, '000000')).status).toBe(429);
  }
  await resetPassword(sender, 'portal2027');
  const [code = '', otherCode = ''] = codes;
  expect((await giveCode(node, await logInHalf(app, { ...sender, password: 'portal2027' }), code)).status).toBe(200);
  expect((await giveCode(node, await logInHalf(app, otherClient), otherCode)).status).toBe(429);
  await node.stop();
});

test('the audit trail says both steps of a login', async () => {
  const sender = await signUp(app, mail);
  const { authenticator } = await setUpFactor(app, sender, NOON);
  setTime(later(60));
  const before = (await auditedActions(app)).length;
  await giveCode(app, await logInHalf(app, sender), authenticator.code(later(60)));
  expect(await auditedActions(app, before)).toEqual(['session.begin', 'session.factor']);
});

test('strict mode has no second factor, and refuses an account that has one with a sentence', async () => {
  const strict = await startTestApp({ SMTP_URL: mail.url, STRICT_CONTRACT: '1' }, { sharesDatabaseWith: app });
  strict.setTime(NOON);
  const { status, body } = await strict.call(access.login, {
    body: { _username: ana.username, _password: ana.password },
  });
  expect([status, body.success, body.message]).toEqual([
    400,
    false,
    'Tu cuenta tiene un segundo paso, que este portal no puede pedir. Ingresá desde el portal en el que lo configuraste',
  ]);
  const sender = await signUp(strict, mail);
  expect((await strict.call(calls.beginUserFactor, { token: sender.token, body: {} })).status).toBe(404);
  await expect(beginFirstFactor(strict, sender)).rejects.toThrow();
  expect(await logIn(strict, sender.username, sender.password)).not.toBe('');
  await strict.stop();
});
