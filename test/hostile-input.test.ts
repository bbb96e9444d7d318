import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import type { AnyEndpoint } from '#shared/http/endpoint.ts';
import { failureBody } from '#shared/http/failure.ts';
import { startTestApp, type TestApp } from './app.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { newOrder, orderEdit } from './new-order.ts';
import { type RawAnswer, type RawClient, type RawRequest, rawClient } from './raw-http.ts';
import { registrationForm } from './senders.ts';
import { type PopulatedClient, populate } from './two-clients.ts';

let app: TestApp;
let mail: MailServer;
let raw: RawClient;
let mine: PopulatedClient;
let before: unknown;

/** Every row of the client that nobody attacks, but for its sessions' last moment. */
const bystander = async () => {
  const [{ client_id: id }] = (await app.owner<{ client_id: number }>(
    `SELECT client_id FROM clients WHERE nombre_empresa = 'Empresa canarioajeno'`,
  )) as [{ client_id: number }];
  const tables = await app.owner<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns JOIN information_schema.tables USING (table_name)
     WHERE column_name = 'client_id' AND tables.table_schema = 'public' AND table_type = 'BASE TABLE'
       AND table_name <> 'sessions' ORDER BY 1`,
  );
  const rows = tables.map(({ name }) => app.owner(`SELECT t.* FROM ${name} t WHERE client_id = $1 ORDER BY t`, [id]));
  return Promise.all(rows);
};

beforeAll(async () => {
  mail = await startMailServer();
  app = await startTestApp({ SMTP_URL: mail.url });
  mine = await populate(app, mail, 'canariomio');
  await populate(app, mail, 'canarioajeno');
  raw = rawClient(app.server.url);
  before = await bystander();
});
afterAll(async () => {
  raw.close();
  await app.stop();
  await mail.stop();
});

const ENGLISH =
  /\b(the|must|invalid|error|expected|required|unexpected|not found|body|request|syntax|column|relation)\b/i;

/** Not a fault of ours, in the one shape of failures, in Spanish, and without a word of another client. */
function assertDecent({ status, headers, text }: RawAnswer): void {
  expect(status, text).toBeLessThan(500);
  expect(text).not.toContain('canarioajeno');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['cache-control']).toBe('no-store');
  if (status < 400) return;
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  const { message, errors = [] } = failureBody.parse(JSON.parse(text));
  for (const said of [message, ...errors.map((error) => error.message)]) {
    expect(said).not.toBe('');
    expect(said).not.toMatch(ENGLISH);
  }
}

/** Bodies that are right but for what is done to them. */
const RIGHT: Record<string, () => object> = {
  createOrder: () => newOrder(),
  requestModification: () => orderEdit(),
  register: () => registrationForm(),
  login: () => ({ _username: mine.username, _password: 'equivocada' }),
  modifyPassword: () => ({ currentPassword: 'equivocada', newPassword: 'otra2026' }),
  recover: () => ({ email: 'nadie@example.com' }),
  sendActivationMail: () => ({ email: 'nadie@example.com' }),
  activate: () => ({ token: 'inventado' }),
  resetPassword: () => ({ token: 'inventado', password: 'otra2026' }),
  savePrintConfig: () => ({ default_format: 'pdf', default_label_size: 1, labels_per_page: 2 }),
  createSenderAddress: address,
  updateSenderAddress: address,
  batchShipmentLabels: () => ({ shippings_id: [mine.ids.shipment, mine.ids.label], start_at: 2 }),
  batchOrderLabels: () => ({ orders_id: [mine.ids.order], start_at: 1 }),
  batchShipmentZpl: () => ({ shippings_id: [mine.ids.label] }),
  batchOrderZpl: () => ({ orders_id: [mine.ids.tracking] }),
  labelToZpl: () => picture(),
  labelsToZpl: () => ({ labels: [picture(), picture()] }),
  createProduct: product,
  updateProduct: product,
  rate: () => ({
    delivery_mode: 1,
    zip_code: '1059',
    province: 'Capital Federal',
    packages: [{ width: 1, height: 1, length: 1, real_weight: 1.5, gross_price: 10 }],
  }),
};

function address() {
  const { between_1, between_2, ...rest } = (newOrder() as { receiver: { address: Record<string, string> } }).receiver
    .address;
  return { ...rest, main_address: false, active: true };
}

function picture() {
  const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  return { png_label: `data:image/png;base64,${dot}`, fo_x: 10, fo_y: 10 };
}

function product() {
  const measures = { value: 10, length: 1, height: 1, width: 1, weight: 100 };
  return { sku: crypto.randomUUID(), description: 'Mate', category: 1, ...measures, active: true };
}

const BAD_TEXTS = [
  ...['', ' ', '\u0000', 'a\u0000b', '\ud800', '\udfff', 'x\ud83dy', '\u202e', '\uFFFF', 'ñ'.repeat(300)],
  ...['%', '_', '\\', '%_\\', "'", "''; DROP TABLE orders; --", '$1', '{{7*7}}', '<script>alert(1)</script>'],
  ...['../../etc/passwd', '-1', '0', '1e309', '99999999999999999999', '0x10', '1,5', 'NaN', 'Infinity'],
  ...[
    'true',
    'null',
    'undefined',
    '[object Object]',
    '__proto__',
    'constructor',
    '2026-02-30',
    '0001-01-01',
    '9999-12-31',
  ],
  ...['9223372036854775807', '9223372036854775808', '2147483648', '-2147483649', '٣', '１', '\r\nBcc: x@example.com'],
];
const badText = fc.oneof(fc.constantFrom(...BAD_TEXTS), fc.string({ unit: 'binary', maxLength: 40 }));
const badNumber = fc.oneof(
  fc.constantFrom(0, -1, -0, 1.5, 2 ** 31, -(2 ** 31), 2 ** 53, 2 ** 63, 1e21, 1e308, 5e-324, 0.1 + 0.2),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const badValue = fc.oneof(
  badText,
  badNumber,
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { length: 1 }, { toString: 1 }, 'x'.repeat(20_000)),
  fc.constantFrom<unknown>(nested(200), Array(2000).fill(0), { $ne: null }, [1, 'a', null, {}], { 0: 'a', 1: 'b' }),
  fc.jsonValue({ maxDepth: 3 }),
);

function nested(depth: number): unknown {
  return depth === 0 ? 1 : [nested(depth - 1)];
}

/** Puts a value somewhere into a body: `at` picks the branch on each level. */
function spoil(body: unknown, at: readonly number[], value: unknown, remove: boolean): unknown {
  const [pick = 0, ...rest] = at;
  if (typeof body !== 'object' || body === null || at.length === 0) return value;
  const keys = Object.keys(body);
  const key = keys[pick % Math.max(1, keys.length)];
  if (key === undefined) return value;
  const copy = (Array.isArray(body) ? [...body] : { ...body }) as Record<string, unknown>;
  if (remove && rest.length === 0) delete copy[key];
  else copy[key] = spoil(copy[key], rest, value, remove);
  return copy;
}

const place = fc.array(fc.nat(20), { minLength: 1, maxLength: 5 });
const badBody = (right: () => object) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.tuple(place, badValue, fc.boolean()).map((change) => spoil(right(), ...change)) },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom('id', 'client_id', 'state', '$where'), badValue).map(([key, value]) => ({
        ...right(),
        [key]: value,
      })),
    },
    { weight: 1, arbitrary: badValue },
  );

// Half a surrogate pair has no percent form: its bytes are sent as they would be.
const escaped = (text: string) =>
  [...text].map((char) => (/\p{Cs}/u.test(char) ? '%ED%A0%80' : encodeURIComponent(char))).join('');

const KEYS = [
  'page',
  'limit',
  'order[sort]',
  'order[direction]',
  'filter',
  'filter[]',
  'order',
  'page[]',
  'limit[a][b]',
];
const FILTERS = [
  'client',
  'order',
  'shipment',
  'tracking',
  'from_date',
  'to_date',
  'pickup_point_code',
  'delivery_mode',
];
const MORE = [
  'printed_by_client',
  'state',
  'sku',
  'description',
  'category',
  'active',
  'code',
  '__proto__',
  'toString',
];
const badQuery = fc
  .array(
    fc.tuple(
      fc.oneof(
        fc.constantFrom(...KEYS),
        fc.constantFrom(...FILTERS, ...MORE).map((name) => `filter[${name}]`),
        fc.constantFrom(...FILTERS).map((name) => `filter[${name}][]`),
        fc.string({ unit: 'binary', maxLength: 10 }).map(escaped),
      ),
      badText.map(escaped),
    ),
    { maxLength: 6 },
  )
  .map((pairs) => pairs.map(([key, value]) => `${key}=${value}`).join('&'));

const badSegment = fc.oneof(badText, fc.constantFrom('..', '.', 'a/b', 'a%2fb', 'x'.repeat(300))).map(escaped);
const rawSegment = fc.constantFrom('%zz', '%', '%E0%A4%A', '%ff', '%00', '..%2f..%2f', '%2e%2e', ';x=1', '*');

/** Something strange somewhere in a request of a call: path, query or body. */
function strangeRequest(name: string, endpoint: AnyEndpoint): fc.Arbitrary<RawRequest> {
  const { method, path } = endpoint;
  const ids = [mine.ids.tracking, mine.ids.order, mine.ids.label, mine.ids.product, mine.ids.address, 'P-1'].map(
    String,
  );
  const segment = fc.oneof(fc.constantFrom(...ids), badSegment, rawSegment);
  const filled = fc
    .array(segment, { minLength: 3, maxLength: 3 })
    .map((values) => `/api${path.replace(/:[a-zA-Z]+/g, () => values.shift() ?? '')}`);
  const query = fc.oneof({ weight: method === 'GET' ? 8 : 1, arbitrary: badQuery }, fc.constant(''));
  const body = endpoint.body
    ? fc.oneof(
        { weight: 9, arbitrary: badBody(RIGHT[name] ?? (() => ({}))).map((value) => JSON.stringify(value) ?? '') },
        fc.string({ unit: 'binary', maxLength: 60 }),
      )
    : fc.constant(undefined);
  return fc.record({ path: fc.tuple(filled, query).map(([at, text]) => (text ? `${at}?${text}` : at)), body }).map(
    (request): RawRequest => ({
      method,
      path: request.path,
      headers: {
        // A logout with the token would be one.
        ...(name !== 'logout' && { authorization: `Bearer ${mine.token}` }),
        ...(request.body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(request.body !== undefined && { body: request.body }),
    }),
  );
}

/** Calls that hash a password: each costs as much as ten others. */
const HASHING = new Set(['login', 'register', 'modifyPassword', 'resetPassword']);

describe('strange input is answered decently', () => {
  test.each(Object.entries(contract))('by %s', async (name, endpoint) => {
    await fc.assert(
      fc.asyncProperty(strangeRequest(name, endpoint), async (request) => assertDecent(await raw.send(request))),
      { numRuns: HASHING.has(name) ? 60 : endpoint.body || endpoint.query ? 300 : 100 },
    );
  });

  test('and changes nothing of another client', async () => {
    expect(await bystander()).toEqual(before);
  });
});

const POST_ORDER = '/api/v1/client/order/';
const json = { 'content-type': 'application/json' };
const bombs: [string, Omit<RawRequest, 'path'>, number][] = [
  ['broken JSON', { body: '{"order_id": ', headers: json }, 400],
  ['a body that is no object', { body: '[1,2,3]', headers: json }, 422],
  ['a body of null', { body: 'null', headers: json }, 422],
  ['an empty body that calls itself JSON', { body: '', headers: json }, 422],
  ['a key __proto__', { body: '{"__proto__": {"admin": true}}', headers: json }, 400],
  ['a key constructor', { body: '{"constructor": {"prototype": {"a": 1}}}', headers: json }, 400],
  ['half a million brackets', { body: `${'['.repeat(500_000)}${']'.repeat(500_000)}`, headers: json }, 422],
  ['half a million open brackets', { body: '['.repeat(500_000), headers: json }, 422],
  ['brackets behind a quote in a quote', { body: `["\\"", ${'['.repeat(500_000)}`, headers: json }, 422],
  ['a body over a mebibyte', { body: `"${'x'.repeat(1024 * 1024)}"`, headers: json }, 413],
  ['plain text', { body: 'hola', headers: { 'content-type': 'text/plain' } }, 415],
  ['XML', { body: '<a/>', headers: { 'content-type': 'application/xml' } }, 415],
  ['a body of no type', { body: '{}' }, 415],
  ['a type that is none', { body: '{}', headers: { 'content-type': ';;;' } }, 415],
  ['a form of brackets', { body: 'a[b][c][d][e][f]=1&'.repeat(2000), headers: form() }, 422],
  ['half a million numbers for shipments', orderOf(Array(500_000).fill(1)), 422],
  ['three hundred thousand empty shipments', orderOf(Array(300_000).fill({})), 422],
];

function orderOf(shipments: unknown[]) {
  return { body: JSON.stringify({ ...newOrder(), shipments }), headers: json };
}

function form() {
  return { 'content-type': 'application/x-www-form-urlencoded' };
}

test.each(bombs)('an order made of %s is refused', async (_what, request, status) => {
  const headers = { ...request.headers, authorization: `Bearer ${mine.token}` };
  const answer = await raw.send({ method: 'POST', path: POST_ORDER, ...request, headers });
  expect(answer.status, answer.text.slice(0, 500)).toBe(status);
  expect(answer.text.length).toBeLessThan(100_000);
  assertDecent(answer);
});

const queries = [
  ['bracket bombs', `filter${'[a]'.repeat(2000)}=1`],
  ['seven hundred keys', Array.from({ length: 700 }, (_, n) => `filter[a${n}]=1`).join('&')],
  ['keys given twice', 'page=1&page=2&limit=5&limit=6&filter[order]=a&filter[order]=b'],
  ['a far index', 'filter[order][99999999]=1'],
  ['a negative page', 'page=-1&limit=-1'],
  ['a page behind all numbers', 'page=99999999999999999999&limit=10000'],
  ['a page with a fraction', 'page=1.5&limit=0.1'],
  ['keys of prototypes', 'filter[__proto__][x]=1&__proto__[y]=2&filter[constructor][prototype][z]=3'],
  ['escapes that are none', 'filter[client]=%zz%E0%A4%A'],
] as const;

test.each(queries)('a list asked for with %s is answered', async (_what, query) => {
  const answer = await raw.send({
    path: `/api/v1/client/order/?${query}`,
    headers: { authorization: `Bearer ${mine.token}` },
  });
  expect(answer.status).toBe(200);
  assertDecent(answer);
  expect({}).not.toHaveProperty('x');
  expect(JSON.parse(answer.text).pagination.page).toBe(1);
});

test('signs of LIKE in a filter stand for themselves', async () => {
  for (const sign of ['%', '_', '\\']) {
    for (const path of ['order/?filter[client]', 'order/?filter[order]', 'product/?filter[sku]']) {
      const headers = { authorization: `Bearer ${mine.token}` };
      const { text } = await raw.send({ path: `/api/v1/client/${path}=can${escaped(sign)}rio`, headers });
      expect(JSON.parse(text).results).toEqual([]);
    }
  }
});
