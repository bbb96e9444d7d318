import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createConcurrencyLimit } from '#server/platform/concurrency/concurrency-limit.ts';
import { contract } from '#shared/contract.ts';
import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import { HOUR_MS } from '#shared/kit/time-units.ts';
import { createKey, revokeKey } from '#shared/provider/staff-keys.ts';
import { staffContract } from '#shared/staff-contract.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { createStaffClient, PROVIDER_KEY } from '#test/callers/staff-client.ts';
import { logIn, type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';
import { scaled } from '#test/test-scale.ts';
import { type BadTokens, createBadTokens, signToken } from './bad-tokens.ts';

const SECRET = 'the secret that signs sessions here';

let app: TestApp;
let mail: FakeMailServer;
let sender: Sender;
/** Invalid tokens by their fault; undefined is a missing token. */
let bad: BadTokens;
/** The answers to a client's call without a token, and to a call of the provider's API without a key. */
let refusal: string;
let keyRefusal: string;

beforeAll(async () => {
  mail = await startFakeMailServer();
  app = await startTestApp({ SMTP_URL: mail.url, JWT_SECRET: SECRET });
  sender = await signUp(app, mail);
  bad = await createBadTokens(app, mail, { sender, secret: SECRET });
  refusal = await (await app.fetch('/api/v2/client/info/')).text();
  keyRefusal = await (await ask(staffContract.listClients as AnyEndpoint, undefined)).text();
});
afterAll(async () => {
  await app.stop();
  await mail.stop();
});

const ask = (
  { method, path }: AnyEndpoint,
  token: string | undefined,
  headers: Record<string, string> = {},
  signal: AbortSignal | null = null,
) =>
  app.fetch(`/api${path.replace(/:[a-zA-Z]+/g, '999999999')}`, {
    method,
    headers: {
      ...headers,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(method !== 'GET' && { 'content-type': 'application/json' }),
    },
    ...(method !== 'GET' && { body: '{}' }),
    signal,
  });

type Named = [call: string, endpoint: AnyEndpoint];

/** A request that must be refused. */
interface TokenRequest {
  /** Name of the token or key. */
  what: string;
  call: string;
  endpoint: AnyEndpoint;
  token?: string | undefined;
  headers?: Record<string, string>;
}

const guarded = Object.entries(contract).filter(([, { access: of }]) => of !== 'public');

/** Answers that differ from a 401 with these bytes. */
async function accepted(requests: readonly TokenRequest[], bytes: string): Promise<string[]> {
  if (requests.length === 0) return ['no request'];
  const limit = createConcurrencyLimit({ concurrency: 2, maxQueued: Number.POSITIVE_INFINITY });
  const answers = await Promise.all(
    requests.map(({ what, call, endpoint, token, headers }) =>
      limit(async () => {
        const controller = new AbortController();
        const answer = await ask(endpoint, token, headers, controller.signal);
        // An accepted call may answer with a stream without end.
        const text = answer.status === 401 ? await answer.text() : '';
        controller.abort();
        return { what, call, status: answer.status, text };
      }),
    ),
  );
  return answers
    .filter(({ status, text }) => status !== 401 || text !== bytes)
    .map(({ what, call, status, text }) => `${what} × ${call}: expected 401 ${bytes}, got ${status} ${text}`);
}

/** One call, which stands for all: what a token permits is decided before the call is known. All calls in an attack. */
const oneCall = (calls: readonly Named[], name: string) =>
  scaled(
    calls.filter(([call]) => call === name),
    calls,
  );

test('a client’s call answers every bad token with 401 and the same bytes', async () => {
  const requests = oneCall(guarded, 'clientInfo').flatMap(([call, endpoint]) =>
    Object.entries(bad).map(([what, token]): TokenRequest => ({ what, call, endpoint, token })),
  );
  expect(await accepted(requests, refusal)).toEqual([]);
  expect((await ask(contract.clientInfo as AnyEndpoint, sender.token)).status).toBe(200);
});

test('every call of a client requires a valid token, and accepts no key instead', async () => {
  const requests = guarded.flatMap(([call, endpoint]): TokenRequest[] => [
    { what: 'no token', call, endpoint },
    { what: 'the token of a session that was logged out', call, endpoint, token: bad['logged out'] },
    { what: 'a key of the provider', call, endpoint, headers: { 'x-api-key': PROVIDER_KEY } },
  ]);
  expect(await accepted(requests, refusal)).toEqual([]);
});

const staffCalls = Object.entries(staffContract).filter(([, { access }]) => access === 'provider');

/** Headers of a call of the provider's API. */
const withKey = (key: string) => ({ 'x-api-key': key });

test('a call of the provider’s API answers every wrong key and a revoked key with 401 and the same bytes', async () => {
  const revoked = await revokedKey();
  const wrong = ['x', sender.token, `Bearer ${PROVIDER_KEY}`, `${PROVIDER_KEY}, ${PROVIDER_KEY}`, `${PROVIDER_KEY}x`];
  const calls = oneCall(staffCalls, 'listClients');
  const requests = calls.flatMap(([call, endpoint]): TokenRequest[] => {
    const inUrl = `${endpoint.path}?api_key=${PROVIDER_KEY}&X-Api-Key=${PROVIDER_KEY}`;
    return [
      ...wrong.map((key) => ({ what: `the key ${key}`, call, endpoint, token: sender.token, headers: withKey(key) })),
      { what: 'a revoked key', call, endpoint, headers: withKey(revoked) },
      { what: 'a key in the URL', call, endpoint: { ...endpoint, path: inUrl } },
    ];
  });
  expect(await accepted(requests, keyRefusal)).toEqual([]);
  const valid = await ask(staffContract.listClients as AnyEndpoint, undefined, withKey(PROVIDER_KEY));
  expect(valid.status).toBe(200);
  // Without a key, a token counts as that of a session of the staff.
  const sessions = calls.flatMap(([call, endpoint]): TokenRequest[] => [
    { what: 'a key as a token', call, endpoint, token: PROVIDER_KEY },
    { what: 'a client’s token and an empty key', call, endpoint, token: sender.token, headers: withKey('') },
  ]);
  expect(await accepted(sessions, refusal)).toEqual([]);
});

test('every call of the provider’s API requires a valid key, and accepts no client’s token', async () => {
  const requests = staffCalls.flatMap(([call, endpoint]): TokenRequest[] => [
    { what: 'no key', call, endpoint },
    { what: 'a wrong key', call, endpoint, headers: withKey('x') },
  ]);
  expect(await accepted(requests, keyRefusal)).toEqual([]);
  const byClient = staffCalls.map(([call, endpoint]) => ({ what: 'a client', call, endpoint, token: sender.token }));
  expect(await accepted(byClient, refusal)).toEqual([]);
});

let ended: Promise<string> | undefined;
/** Returns a revoked key. */
function revokedKey(): Promise<string> {
  ended ??= (async () => {
    const { body } = await createStaffClient(app)(createKey, { body: { name: 'vieja' } });
    await createStaffClient(app)(revokeKey, { params: { id: body.results.id } });
    return body.results.key;
  })();
  return ended;
}

test('the provider’s API’s document requires a valid key', async () => {
  const read = (headers: HeadersInit) => app.fetch('/api/ops/v1/openapi.json', { headers });
  for (const headers of [[], [['authorization', `Bearer ${sender.token}`]], [['x-api-key', 'x']]] as HeadersInit[])
    expect((await read(headers)).status).toBe(401);
  const answer = await read({ 'x-api-key': PROVIDER_KEY });
  const { paths } = (await answer.json()) as { paths: object };
  expect(Object.keys(paths).every((path) => path.startsWith('/api/ops/v1/'))).toBe(true);
  const open = (await (await app.fetch('/api/openapi.json')).json()) as { paths: object };
  expect(Object.keys(open.paths).some((path) => path.includes('/ops/'))).toBe(false);
});

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
  const bySecret = (secret: string) => signToken(decodeJwt(token), secret);
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
  expect(await info(7.99 * HOUR_MS)).toBe(200);
  expect(await info(12 * HOUR_MS + 1000)).toBe(401);
  app.setTime(null);
});
