import { decodeJwt, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as access from '#shared/access.ts';
import { contract } from '#shared/contract.ts';
import type { AnyEndpoint } from '#shared/http/endpoint.ts';
import { operatorContract } from '#shared/ops/contract.ts';
import { createKey, revokeKey } from '#shared/ops/keys.ts';
import { type FakeMailServer, startFakeMailServer } from './fake-mail-server.ts';
import { createOperatorClient, OPERATOR_KEY } from './operator-client.ts';
import { logIn, registrationForm, type Sender, signUp, tokenIn } from './sender-factory.ts';
import { startTestApp, type TestApp } from './test-app.ts';

const SECRET = 'the secret that signs sessions here';
const HOUR = 3_600_000;

let app: TestApp;
let mail: FakeMailServer;
let sender: Sender;
/** Invalid tokens by their fault; undefined is a missing token. */
let bad: Record<string, string | undefined>;
/** The answer to a call without a token. */
let refusal: string;

beforeAll(async () => {
  mail = await startFakeMailServer();
  app = await startTestApp({ SMTP_URL: mail.url, JWT_SECRET: SECRET });
  sender = await signUp(app, mail);
  bad = { ...(await forged()), ...(await spent()) };
  refusal = await (await app.fetch('/api/v2/client/info/')).text();
});
afterAll(async () => {
  await app.stop();
  await mail.stop();
});

const encode = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');
const sign = (claims: object, secret: string, alg = 'HS256', typ = 'at+jwt') =>
  new SignJWT({ ...claims }).setProtectedHeader({ alg, typ }).sign(new TextEncoder().encode(secret));

async function forged(): Promise<typeof bad> {
  const other = await signUp(app, mail);
  const [header = '', payload = '', signature = ''] = sender.token.split('.');
  const claims = decodeJwt(sender.token);
  const { sub, sid } = decodeJwt(other.token);
  const now = Math.floor(Date.now() / 1000);
  return {
    none: undefined,
    empty: '',
    'a text that isn’t a token': 'hola',
    'a key of the provider': OPERATOR_KEY,
    'too long': 'a'.repeat(5000),
    'alg none': `${encode({ alg: 'none', typ: 'at+jwt' })}.${payload}.`,
    'alg None, signed': `${encode({ alg: 'None', typ: 'at+jwt' })}.${payload}.${signature}`,
    'another algorithm': await sign(claims, SECRET.padEnd(64, 'x'), 'HS512'),
    'another key': await sign(claims, 'another secret of thirty-two signs'),
    'no type': await sign(claims, SECRET, 'HS256', 'JWT'),
    'another audience': await sign({ ...claims, aud: 'x' }, SECRET),
    'another issuer': await sign({ ...claims, iss: 'x' }, SECRET),
    'a signature without its last letter': `${header}.${payload}.${signature.slice(0, -1)}`,
    'the signature of another token': `${header}.${payload}.${other.token.split('.')[2]}`,
    'no signature': `${header}.${payload}.`,
    'a later expiry in its claims': `${header}.${encode({ ...claims, exp: now + 999_999 })}.${signature}`,
    'another client’s name in its claims': `${header}.${encode({ ...claims, username: other.username })}.${signature}`,
    'another client’s user in its claims': `${header}.${encode({ ...claims, sub })}.${signature}`,
    'another client’s session in its claims': `${header}.${encode({ ...claims, sid, sub })}.${signature}`,
    'an unknown session': await sign({ ...claims, sid: crypto.randomUUID() }, SECRET),
    'an invalid session id': await sign({ ...claims, sid: "' OR true --" }, SECRET),
    'a session with a null in its id': await sign({ ...claims, sid: 'a\u0000b' }, SECRET),
    'no session': await sign({ ...claims, sid: undefined }, SECRET),
    'no end': await sign({ ...claims, exp: undefined }, SECRET),
    'an expiry in the past': await sign({ ...claims, exp: now - 1 }, SECRET),
  };
}

async function spent(): Promise<typeof bad> {
  const session = async () => {
    const owner = await signUp(app, mail);
    return { ...owner, other: await logIn(app, owner.username, owner.password) };
  };
  const out = await session();
  await app.call(access.logout, { token: out.token });

  const changed = await session();
  await app.call(access.modifyPassword, {
    token: changed.other,
    body: { currentPassword: changed.password, newPassword: 'otra2026' },
  });

  const reset = await session();
  await app.call(access.recover, { body: { email: reset.email } });
  const [, letter] = await mail.mailsTo(reset.email, 2);
  await app.call(access.resetPassword, { body: { token: tokenIn(letter), password: 'otra2026' } });

  const [idle, old] = [await signUp(app, mail), await signUp(app, mail)];
  await ageSession(idle, 'last_seen_at', 8);
  await ageSession(old, 'expires_at', 12);
  return {
    'logged out': out.token,
    'before a change of password': changed.token,
    'before a reset of the password': reset.other,
    'unused for eight hours': idle.token,
    'of a session older than twelve hours': old.token,
  };
}

/** Moves a session's times into the past by a number of hours. */
async function ageSession({ token }: Sender, column: string, hours: number): Promise<void> {
  const { sid } = decodeJwt(token);
  await app.owner(`UPDATE sessions SET ${column} = ${column} - make_interval(hours => $2, secs => 1) WHERE id = $1`, [
    sid,
    hours,
  ]);
  // A node caches a session for five seconds.
  await new Promise((resolve) => setTimeout(resolve, 5100));
}

const ask = ({ method, path }: AnyEndpoint, token: string | undefined, headers: Record<string, string> = {}) =>
  app.fetch(`/api${path.replace(/:[a-zA-Z]+/g, '999999999')}`, {
    method,
    headers: {
      ...headers,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(method !== 'GET' && { 'content-type': 'application/json' }),
    },
    ...(method !== 'GET' && { body: '{}' }),
  });

const guarded = Object.entries(contract).filter(([, { access: of }]) => of !== 'public');

describe.each(guarded)('%s', (_name, endpoint) => {
  test('answers every bad token with 401 and the same bytes', async () => {
    const answers = await Promise.all(
      Object.entries(bad).map(async ([what, token]) => {
        const answer = await ask(endpoint, token);
        return [what, answer.status, await answer.text()];
      }),
    );
    expect(answers).toEqual(Object.keys(bad).map((what) => [what, 401, refusal]));
    const keyed = await ask(endpoint, undefined, { 'x-api-key': OPERATOR_KEY });
    expect([keyed.status, await keyed.text()]).toEqual([401, refusal]);
    expect((await ask(endpoint, sender.token)).status).not.toBe(401);
  });

  test('is refused until the terms are accepted, unless the acceptance requires the call', async () => {
    const token = await undecided();
    const answer = await ask(endpoint, token);
    if (endpoint.allowedBeforeTerms) return expect(answer.status).not.toBe(403);
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: 'terms_required', errors: [] });
  });
});

const operatorCalls = Object.entries(operatorContract).filter(([, { access }]) => access === 'operator');

describe.each(operatorCalls)('%s, the provider’s,', (_name, endpoint) => {
  test('accepts only a valid key: a client’s token, a wrong key and a revoked key are refused without a reason', async () => {
    const revoked = await revokedKey();
    const nothing = await (await ask(endpoint, undefined)).text();
    // Without a key, a token counts as that of a session of the staff.
    const sessions = await Promise.all([
      ask(endpoint, sender.token),
      ask(endpoint, OPERATOR_KEY),
      ask(endpoint, sender.token, { 'x-api-key': '' }),
    ]);
    for (const answer of sessions) expect([answer.status, await answer.text()]).toEqual([401, refusal]);
    const answers = await Promise.all([
      ask(endpoint, undefined),
      ...['x', sender.token, `Bearer ${OPERATOR_KEY}`, `${OPERATOR_KEY}, ${OPERATOR_KEY}`, `${OPERATOR_KEY}x`].map(
        (key) => ask(endpoint, sender.token, { 'x-api-key': key }),
      ),
      ask(endpoint, undefined, { 'x-api-key': revoked }),
      ask({ ...endpoint, path: `${endpoint.path}?api_key=${OPERATOR_KEY}&X-Api-Key=${OPERATOR_KEY}` }, undefined),
    ]);
    for (const answer of answers) expect([answer.status, await answer.text()]).toEqual([401, nothing]);
    expect((await ask(endpoint, undefined, { 'x-api-key': OPERATOR_KEY })).status).not.toBe(401);
  });
});

let ended: Promise<string> | undefined;
/** Returns a revoked key. */
function revokedKey(): Promise<string> {
  ended ??= (async () => {
    const { body } = await createOperatorClient(app)(createKey, { body: { name: 'vieja' } });
    await createOperatorClient(app)(revokeKey, { params: { id: body.results.id } });
    return body.results.key;
  })();
  return ended;
}

test('the operator API’s document requires a valid key', async () => {
  const read = (headers: HeadersInit) => app.fetch('/api/ops/v1/openapi.json', { headers });
  for (const headers of [[], [['authorization', `Bearer ${sender.token}`]], [['x-api-key', 'x']]] as HeadersInit[])
    expect((await read(headers)).status).toBe(401);
  const answer = await read({ 'x-api-key': OPERATOR_KEY });
  const { paths } = (await answer.json()) as { paths: object };
  expect(Object.keys(paths).every((path) => path.startsWith('/api/ops/v1/'))).toBe(true);
  const open = (await (await app.fetch('/api/openapi.json')).json()) as { paths: object };
  expect(Object.keys(open.paths).some((path) => path.includes('/ops/'))).toBe(false);
});

let waiting: Promise<string> | undefined;
/** Returns the token of a client that hasn't accepted the terms. */
function undecided(): Promise<string> {
  waiting ??= (async () => {
    const form = registrationForm();
    await app.call(access.register, { body: form });
    const [letter] = await mail.mailsTo(form.email);
    await app.call(access.activate, { body: { token: tokenIn(letter) } });
    return logIn(app, form.username, form.password);
  })();
  return waiting;
}

test.each(['Basic YTpi', 'Bearer', 'Bearer a b', 'bearer\tx', 'Token x'])(
  'the header %j gives no access',
  async (header) => {
    const answer = await app.fetch('/api/v2/client/info/', { headers: { authorization: header } });
    expect([answer.status, await answer.text()]).toEqual([401, refusal]);
  },
);

test('a token in the URL gives no access', async () => {
  const answer = await app.fetch(`/api/v2/client/info/?token=${sender.token}&access_token=${sender.token}`);
  expect(answer.status).toBe(401);
});

test('the previous secret is still valid, and the one before it isn’t', async () => {
  const rotated = await startTestApp({
    SMTP_URL: mail.url,
    JWT_SECRET: 'the new secret that signs sessions here',
    JWT_SECRET_PREVIOUS: SECRET,
  });
  const { token, username, password } = await signUp(rotated, mail);
  const bySecret = (secret: string) => sign(decodeJwt(token), secret);
  const info = async (by: string) => (await rotated.call(contract.clientInfo as AnyEndpoint, { token: by })).status;
  expect(await info(await bySecret(SECRET))).toBe(200);
  expect(await info(await bySecret('the oldest secret that signed sessions'))).toBe(401);
  expect(await logIn(rotated, username, password)).not.toBe('');
  await rotated.stop();
});

test('idle and absolute timeouts of a session are exact to the second', async () => {
  const { token } = await signUp(app, mail);
  const info = async (ms: number) => {
    app.setTime(new Date(Date.now() + ms));
    return (await ask(contract.clientInfo as AnyEndpoint, token)).status;
  };
  expect(await info(7.99 * HOUR)).toBe(200);
  expect(await info(12 * HOUR + 1000)).toBe(401);
  app.setTime(null);
});
