import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import {
  asPrepaid,
  createStockedClient,
  type PrepaidClient,
  type StockedClient,
} from '#test/fixtures/client-factory.ts';
import { newOrder, orderEdit } from '#test/fixtures/order-factory.ts';
import { registrationForm } from '#test/fixtures/sender-factory.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';
import { type FakePaymentServer, startFakePaymentServer } from '#test/services/fake-payment-server.ts';
import { scaled } from '#test/test-scale.ts';
import { bulkMapping } from '#test/texts/bulk-file-factory.ts';
import { escaped, FUZZ_TIMEOUT_MS, fuzzedRequest, fuzzRuns } from './fuzz-requests.ts';
import { type RawClient, type RawRequest, rawClient } from './raw-http.ts';
import { uniqueText } from './unique-text.ts';
import { assertWellFormed, rowsOfClient } from './well-formed-response.ts';

let app: TestApp;
let mail: FakeMailServer;
let raw: RawClient;
let payments: FakePaymentServer;
let mine: PrepaidClient & StockedClient;
let payment: number;
let packing: number;
let before: unknown;

beforeAll(async () => {
  mail = await startFakeMailServer();
  payments = await startFakePaymentServer();
  app = await startTestApp({ SMTP_URL: mail.url, ...payments.settings });
  // The fulfillment order is older than the client's prepaid flag.
  const keeper = await createStockedClient(app, mail, 'canariomio');
  packing = await keeper.packing();
  mine = await asPrepaid(app, keeper);
  payment = await mine.pay();
  const other = await createStockedClient(app, mail, 'canarioajeno');
  await other.packing();
  raw = rawClient(app.server.url);
  before = await rowsOfClient(app, 'Empresa canarioajeno');
});
afterAll(async () => {
  raw.close();
  await app.stop();
  await payments.stop();
  await mail.stop();
});

/** Valid bodies, to be mutated. */
const RIGHT: Record<string, () => object> = {
  createOrder: () => newOrder(),
  requestModification: () => orderEdit(),
  quoteModification: () => orderEdit(),
  requestReschedule: () => ({ date: '2026-03-10', note: 'Después de las 18' }),
  register: () => registrationForm(),
  login: () => ({ _username: mine.username, _password: 'equivocada' }),
  modifyPassword: () => ({ currentPassword: 'equivocada', newPassword: 'otra2026' }),
  recover: () => ({ email: 'nadie@example.com' }),
  sendActivationMail: () => ({ email: 'nadie@example.com' }),
  activate: () => ({ token: 'inventado' }),
  resetPassword: () => ({ token: 'inventado', password: 'otra2026' }),
  savePrintConfig: () => ({ default_format: 'pdf', default_label_size: 1, labels_per_page: 2 }),
  saveBuyerContact: () => ({ email: 'hola@example.com', phone: '1144445555' }),
  createSenderAddress: address,
  updateSenderAddress: address,
  createPackagePreset: preset,
  updatePackagePreset: preset,
  batchShipmentLabels: () => ({ shippings_id: [mine.ids.shipment, mine.ids.label], start_at: 2 }),
  batchOrderLabels: () => ({ orders_id: [mine.ids.order], start_at: 1 }),
  batchShipmentZpl: () => ({ shippings_id: [mine.ids.label] }),
  batchOrderZpl: () => ({ orders_id: [mine.ids.tracking] }),
  labelToZpl: () => picture(),
  labelsToZpl: () => ({ labels: [picture(), picture()] }),
  saveMapping: bulkMapping,
  createPayment: () => ({ orders: [mine.ids.tracking, mine.ids.order] }),
  listFulfillment: () => ({ ...period, page: 1, pageSize: 10 }),
  exportFulfillment: () => period,
  readFulfillment: () => ({ logonName: mine.username, referencia: String(packing) }),
  listStock: () => ({ ...wanted, page: 1, pageSize: 10 }),
  exportStock: () => wanted,
  stockLots: () => ({ logonName: mine.username, sku: `SKU-${mine.marker}` }),
  createProduct: product,
  updateProduct: product,
  rate: () => ({
    delivery_mode: 1,
    zip_code: '1059',
    province: 'Capital Federal',
    packages: [{ width: 1, height: 1, length: 1, real_weight: 1.5, gross_price: 10 }],
  }),
};

const period = { logonName: 'otro', FechaDesde: '2020-01-01', FechaHasta: '2099-12-31', estado: 'Registrado' };
const wanted = { logonName: 'otro', descripcionArticulo: 'canario', articulo: 'SKU', estado: 'Crítico' };

function address() {
  const { between_1, between_2, ...rest } = (newOrder() as { receiver: { address: Record<string, string> } }).receiver
    .address;
  return { ...rest, main_address: false, active: true };
}

function preset() {
  return { name: uniqueText('Paquete '), length: 30, width: 20, height: 10, weight: 900 };
}

function picture() {
  const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  return { png_label: `data:image/png;base64,${dot}`, fo_x: 10, fo_y: 10 };
}

function product() {
  const measures = { value: 10, length: 1, height: 1, width: 1, weight: 100 };
  return { sku: uniqueText('SKU-'), description: 'Mate', category: 1, ...measures, active: true };
}

/** Calls that hash a password for valid input: each costs as much as ten others. */
const HASHING = new Set(['login', 'register', 'modifyPassword', 'resetPassword']);
const HASHING_RUNS = scaled(40, 1000);

describe('hostile input gets a well-formed response', () => {
  test.each(Object.entries(contract))('by %s', { timeout: FUZZ_TIMEOUT_MS }, async (name, endpoint) => {
    const { tracking, order, label, product, address, preset } = mine.ids;
    const strange = fuzzedRequest(endpoint, {
      ids: [tracking, order, label, product, address, preset, payment, packing, 'P-1'],
      right: RIGHT[name],
      // A logout with the token would end the session.
      headers: name === 'logout' ? {} : { authorization: `Bearer ${mine.token}` },
    });
    const answered = fc.asyncProperty(strange, async (request) => {
      const answer = await raw.send(request);
      assertWellFormed(answer);
      expect(answer.text).not.toContain('canarioajeno');
    });
    await fc.assert(answered, { numRuns: HASHING.has(name) ? HASHING_RUNS : fuzzRuns(endpoint) });
  });

  test('hostile input changes no data of another client', async () => {
    expect(await rowsOfClient(app, 'Empresa canarioajeno')).toEqual(before);
  });
});

const POST_ORDER = '/api/v1/client/order/';
const json = { 'content-type': 'application/json' };
const bombs: [string, Omit<RawRequest, 'path'>, number][] = [
  ['broken JSON', { body: '{"order_id": ', headers: json }, 400],
  ['a body that isn’t an object', { body: '[1,2,3]', headers: json }, 422],
  ['a body of null', { body: 'null', headers: json }, 422],
  ['an empty JSON body', { body: '', headers: json }, 422],
  ['a key __proto__', { body: '{"__proto__": {"admin": true}}', headers: json }, 400],
  ['a key constructor', { body: '{"constructor": {"prototype": {"a": 1}}}', headers: json }, 400],
  ['half a million brackets', { body: `${'['.repeat(500_000)}${']'.repeat(500_000)}`, headers: json }, 422],
  ['half a million open brackets', { body: '['.repeat(500_000), headers: json }, 422],
  ['brackets after an escaped quote', { body: `["\\"", ${'['.repeat(500_000)}`, headers: json }, 422],
  ['a body over a mebibyte', { body: `"${'x'.repeat(1024 * 1024)}"`, headers: json }, 413],
  ['a body of plain text', { body: 'hola', headers: { 'content-type': 'text/plain' } }, 415],
  ['a body of XML', { body: '<a/>', headers: { 'content-type': 'application/xml' } }, 415],
  ['no content type', { body: '{}' }, 415],
  ['an invalid content type', { body: '{}', headers: { 'content-type': ';;;' } }, 415],
  ['nested brackets in a form', { body: 'a[b][c][d][e][f]=1&'.repeat(2000), headers: form() }, 422],
  ['half a million numbers for shipments', orderOf(Array(500_000).fill(1)), 422],
  ['three hundred thousand empty shipments', orderOf(Array(300_000).fill({})), 422],
];

function orderOf(shipments: unknown[]) {
  return { body: JSON.stringify({ ...newOrder(), shipments }), headers: json };
}

function form() {
  return { 'content-type': 'application/x-www-form-urlencoded' };
}

test.each(bombs)('an order with %s is refused', async (_what, request, status) => {
  const headers = { ...request.headers, authorization: `Bearer ${mine.token}` };
  const answer = await raw.send({ method: 'POST', path: POST_ORDER, ...request, headers });
  expect(answer.status, answer.text.slice(0, 500)).toBe(status);
  expect(answer.text.length).toBeLessThan(100_000);
  assertWellFormed(answer);
});

const queries = [
  ['bracket bombs', `filter${'[a]'.repeat(2000)}=1`, 422],
  ['seven hundred keys', Array.from({ length: 700 }, (_, n) => `filter[a${n}]=1`).join('&'), 422],
  ['repeated keys', 'page=1&page=2&limit=5&limit=6', 200],
  ['a huge index', 'filter[order][99999999]=1', 422],
  ['a negative page', 'page=-1&limit=-1', 200],
  ['an unsafe page number', 'page=99999999999999999999&limit=10000', 200],
  ['a page with a fraction', 'page=1.5&limit=0.1', 200],
  ['prototype keys', 'filter[__proto__][x]=1&__proto__[y]=2&filter[constructor][prototype][z]=3', 422],
  ['invalid escapes', 'filter[client]=%zz%E0%A4%A', 200],
] as const;

test.each(queries)('a list with %s gets a well-formed response', async (_what, query, status) => {
  const answer = await raw.send({
    path: `/api/v1/client/order/?${query}`,
    headers: { authorization: `Bearer ${mine.token}` },
  });
  expect(answer.status).toBe(status);
  assertWellFormed(answer);
  expect({}).not.toHaveProperty('x');
  // A list is as long as the orders that the fuzzed calls created before; a refusal must not repeat the query.
  if (status === 200) expect(JSON.parse(answer.text).pagination.page).toBe(1);
  else expect(answer.text.length).toBeLessThan(10_000);
});

test('LIKE wildcards in a filter are literal', async () => {
  for (const sign of ['%', '_', '\\']) {
    for (const path of ['order/?filter[client]', 'order/?filter[order]', 'product/?filter[sku]']) {
      const headers = { authorization: `Bearer ${mine.token}` };
      const { text } = await raw.send({ path: `/api/v1/client/${path}=can${escaped(sign)}rio`, headers });
      expect(JSON.parse(text).results).toEqual([]);
    }
  }
});

test('LIKE wildcards in the stock’s filters are literal', async () => {
  for (const sign of ['%', '_', '\\']) {
    for (const key of ['articulo', 'descripcionArticulo']) {
      const body = JSON.stringify({ [key]: `can${sign}rio`, page: 1, pageSize: 10 });
      const headers = { ...json, authorization: `Bearer ${mine.token}` };
      const { text } = await raw.send({
        method: 'POST',
        path: '/api/service/FulFillmentEcommerceStock',
        headers,
        body,
      });
      expect(JSON.parse(text).data[0].productos).toEqual([]);
    }
  }
});
