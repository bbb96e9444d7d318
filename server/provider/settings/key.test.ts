import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { messages } from '#shared/kit/messages.ts';
import { HOUR_MS } from '#shared/kit/time-units.ts';
import { listClients } from '#shared/people/staff-clients.ts';
import { createKey, listKeys, revokeKey } from '#shared/provider/staff-keys.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { createStaffClient, keyName, PROVIDER_KEY } from '#test/callers/staff-client.ts';
import { ensureFirstKey, ensureKey } from './key.ts';

let app: TestApp;
let staff: ReturnType<typeof createStaffClient>;
const lines: string[] = [];
const proxied = { TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'warn', THROTTLE: 'normal' };
beforeAll(async () => {
  app = await startTestApp(proxied, { onLog: (line) => lines.push(line) });
  staff = createStaffClient(app);
});
afterEach(() => app.setTime(null));
afterAll(() => app.stop());

const WITHOUT_LIMITS = { scopes: null, expires_on: null, networks: null };
const REFUSED = { message: 'La clave de operador falta o no es válida', errors: [] };
const statusWith = async (key: string) => (await createStaffClient(app, key)(listClients)).status;
const keys = async () => (await staff(listKeys)).body.results;

test('a new key is shown once, gives access, and only its hash is stored', async () => {
  const { status, body } = await staff(createKey, { body: { name: 'ERP' } });
  expect(status).toBe(200);
  expect(body.message).toBe('Guardá la clave ahora: no se vuelve a mostrar');
  const { id, key } = body.results;
  expect(key).toMatch(/^ops_[\w-]{43}$/);
  expect(await statusWith(key)).toBe(200);
  expect(JSON.stringify(await keys())).not.toContain(key);
  const rows = await app.owner<{ kept: string }>('SELECT k::text AS kept FROM provider_keys k');
  expect(rows.some(({ kept }) => kept.includes(key))).toBe(false);
  expect((await keys()).find((one) => one.id === id)).toEqual({
    id,
    name: 'ERP',
    created_at: expect.stringMatching(/-03:00$/),
    last_used_at: expect.stringMatching(/-03:00$/),
    revoked_at: null,
    ...WITHOUT_LIMITS,
    current: false,
  });
});

test('the list marks the caller’s key', async () => {
  expect((await keys()).filter(({ current }) => current).map(({ name }) => name)).toEqual(['OPS_API_KEY']);
});

test('a revoked key is refused at once and can’t be restored', async () => {
  const { body } = await staff(createKey, { body: { name: 'depósito' } });
  const { id, key } = body.results;
  expect(await statusWith(key)).toBe(200);
  const revoked = await staff(revokeKey, { params: { id } });
  expect([revoked.status, revoked.body.message]).toEqual([200, 'La clave depósito ya no sirve']);
  expect(await statusWith(key)).toBe(401);
  const moment = (await keys()).find((one) => one.id === id)?.revoked_at;
  app.setTime(new Date(Date.now() + HOUR_MS));
  expect((await staff(revokeKey, { params: { id } })).status).toBe(200);
  await ensureKey(app.server.deps, 'depósito', key);
  expect(await statusWith(key)).toBe(401);
  expect((await keys()).find((one) => one.id === id)?.revoked_at).toBe(moment);
});

test('a key can’t revoke itself, so that one always remains', async () => {
  const mine = (await keys()).find(({ current }) => current)?.id;
  const { status, body } = await staff(revokeKey, { params: { id: mine } });
  expect([status, body.message]).toEqual([409, 'No podés revocar la clave que estás usando']);
  expect(await statusWith(PROVIDER_KEY)).toBe(200);
});

test.each([0, -1, 2_000_000_000, 2_147_483_648, 'x'])('there is no key %j to revoke', async (id) => {
  expect((await staff(revokeKey, { params: { id } })).status).toBe(404);
});

test.each([
  [{}, 'Este dato es obligatorio'],
  [{ name: ' ' }, 'Este dato es obligatorio'],
  [{ name: 'x'.repeat(61) }, 'Ingrese hasta 60 caracteres'],
  [{ name: 'OPS_API_KEY' }, 'Ese nombre está reservado. Elegí otro'],
  [{ name: 'ops api key' }, 'Ese nombre está reservado. Elegí otro'],
])('a key with the form %j is refused on its field and not created', async (body, message) => {
  const before = await keys();
  const answer = await staff(createKey, { body });
  expect([answer.status, answer.body.errors]).toEqual([422, [{ field: 'name', message }]]);
  expect(await keys()).toEqual(before);
});

test('two keys have names that look different, until one is revoked', async () => {
  const create = (name: string) => staff(createKey, { body: { name } });
  const { id } = (await create('Depósito central')).body.results;
  for (const name of ['Depósito central', 'DEPOSITO CENTRAL', 'Depósito-central']) {
    const { status, body } = await create(name);
    const message = 'Ya hay una clave o una persona con ese nombre';
    expect([status, body.errors]).toEqual([422, [{ field: 'name', message }]]);
  }
  await staff(revokeKey, { params: { id } });
  expect((await create('Depósito central')).status).toBe(200);
});

test('a new key in the settings revokes the previous one, and a restart with old settings doesn’t restore it', async () => {
  const { deps } = app.server;
  const other = 'another-key-of-the-settings-of-thirty-two-signs';
  const startWith = (OPS_API_KEY: string) =>
    ensureFirstKey({ ...deps, config: { ...deps.config, OPS_API_KEY } }, app.database.owner);
  await startWith(other);
  expect(await statusWith(other)).toBe(200);
  expect(await statusWith(PROVIDER_KEY)).toBe(401);
  // A node with the old settings restarts.
  await startWith(PROVIDER_KEY);
  expect(await statusWith(PROVIDER_KEY)).toBe(401);
  expect(await statusWith(other)).toBe(200);
  expect(lines.join('')).toContain('the key of OPS_API_KEY was revoked');
  await app.owner("UPDATE provider_keys SET revoked_at = NULL WHERE name = 'OPS_API_KEY'");
});

test('a network may send sixty wrong keys a minute; valid keys don’t count', async () => {
  app.setTime(new Date('2099-08-03T12:00:00Z'));
  const from = (network: string, key: string) =>
    app.fetch('/api/ops/v1/client/', { headers: { 'x-api-key': key, 'x-forwarded-for': network } });
  const statuses = [];
  for (let n = 0; n < 61; n++) {
    statuses.push((await from('203.0.113.7', `equivocada-${n}`)).status);
    if (n === 30) expect((await from('203.0.113.7', PROVIDER_KEY)).status).toBe(200);
  }
  expect(statuses).toEqual([...Array(60).fill(401), 429]);
  const refused = await from('203.0.113.7', 'equivocada');
  expect(refused.headers.get('retry-after')).toBe('60');
  expect(await refused.json()).toMatchObject({ code: 'throttled' });
  expect((await from('203.0.113.7', PROVIDER_KEY)).status).toBe(200);
  expect((await from('203.0.113.8', 'equivocada')).status).toBe(401);
  app.setTime(new Date('2099-08-03T12:01:00Z'));
  expect((await from('203.0.113.7', 'equivocada')).status).toBe(401);
});

test('the log records refused, created and revoked keys, but never a key itself', async () => {
  const { body } = await staff(createKey, { body: { name: 'registro' } });
  const wrong = `ops_${'canario'.repeat(6)}`;
  const answer = await app.fetch('/api/ops/v1/client/', { headers: { 'x-api-key': wrong } });
  expect([answer.status, await answer.json()]).toEqual([401, REFUSED]);
  await staff(revokeKey, { params: { id: body.results.id } });
  const log = lines.join('');
  for (const message of ['was refused', 'was created', 'was revoked']) expect(log).toContain(message);
  for (const key of [wrong, body.results.key, PROVIDER_KEY, 'equivocada-1']) expect(log).not.toContain(key);
});

test('a key is limited to scopes, networks and a last day, which the list shows', async () => {
  app.setTime(new Date('2099-08-03T12:00:00Z'));
  const limits = { scopes: ['read'], expires_on: '2099-08-04', networks: ['203.0.113.0/24', '2001:db8::/32'] };
  const { body } = await staff(createKey, { body: { name: 'tablero', ...limits } });
  const from = async (network: string) =>
    (
      await app.fetch('/api/ops/v1/client/', {
        headers: { 'x-api-key': body.results.key, 'x-forwarded-for': network },
      })
    ).status;
  expect((await keys()).find(({ id }) => id === body.results.id)).toMatchObject(limits);
  expect((await keys()).find(({ current }) => current)).toMatchObject(WITHOUT_LIMITS);
  expect([await from('203.0.113.9'), await from('::ffff:203.0.113.9'), await from('2001:db8::7')]).toEqual([
    200, 200, 200,
  ]);
  expect([await from('203.0.114.9'), await from('2001:db9::7'), await from('nonsense')]).toEqual([401, 401, 401]);
  // The last minute of the last day, in Argentina.
  app.setTime(new Date('2099-08-05T02:59:00Z'));
  expect(await from('203.0.113.9')).toBe(200);
  app.setTime(new Date('2099-08-05T03:00:00Z'));
  expect(await from('203.0.113.9')).toBe(401);
});

test('a key can’t create one that may do more than itself', async () => {
  const { body } = await staff(createKey, { body: { name: 'claves', scopes: ['keys', 'read'] } });
  const limited = createStaffClient(app, body.results.key);
  const wider = await Promise.all(
    [{ name: 'sin límites' }, { name: 'más', scopes: ['read', 'events'] }].map((form) =>
      limited(createKey, { body: form }),
    ),
  );
  expect(wider.map((answer) => [answer.status, answer.body.code])).toEqual(Array(2).fill([403, 'permission_required']));
  expect((await limited(createKey, { body: { name: 'igual', scopes: ['read'] } })).status).toBe(200);
});

test.each([
  [{ scopes: [] }, 'scopes', 'Indicá al menos un alcance'],
  [{ scopes: ['read', 'all'] }, 'scopes.1', /^Los alcances son: read, queues, events/],
  [{ expires_on: '2026-02-30' }, 'expires_on', messages.day],
  [{ networks: [] }, 'networks', 'Indicá al menos una red'],
  [{ networks: ['10.0.0.0/40'] }, 'networks.0', 'Escribí una dirección IP o una red, como 200.5.12.0/24'],
])('a key with the limit %j is refused on its field', async (limit, field, message) => {
  const { status, body } = await staff(createKey, { body: { name: 'ERP', ...limit } });
  expect([status, body.errors]).toEqual([422, [{ field, message: expect.stringMatching(message) }]]);
});

test.each([{ networks: ['0.0.0.0/0', '::/0'] }, { expires_on: '2099-12-31' }])(
  'a key with the limit %j can’t create keys, which could outlive it or be used elsewhere',
  async (limit) => {
    const { body } = await staff(createKey, { body: { name: keyName(), scopes: ['keys'], ...limit } });
    const limited = createStaffClient(app, body.results.key);
    expect((await limited(listKeys)).status).toBe(200);
    const answer = await limited(createKey, { body: { name: keyName(), scopes: ['keys'], ...limit } });
    expect([answer.status, answer.body.code]).toEqual([403, 'permission_required']);
  },
);

test('a key can’t end before today', async () => {
  app.setTime(new Date('2099-08-05T02:59:00Z'));
  const create = (expires_on: string) => staff(createKey, { body: { name: keyName(), expires_on } });
  expect((await create('2099-08-04')).status).toBe(200);
  const { status, body } = await create('2099-08-03');
  expect([status, body.errors]).toEqual([422, [{ field: 'expires_on', message: 'El último día ya pasó' }]]);
});
