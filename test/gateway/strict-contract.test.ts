import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import { createPayment } from '#shared/money/payments.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { listOrders, readOrder } from '#shared/orders/orders.ts';
import { createProduct, updateProduct } from '#shared/orders/product/new-product.ts';
import { listProducts } from '#shared/orders/product/products.ts';
import { publicStates } from '#shared/orders/shipments.ts';
import { register } from '#shared/people/registration.ts';
import { changeClient, listClients } from '#shared/people/staff-clients.ts';
import { staffContract } from '#shared/staff-contract.ts';
import { recordReceipts } from '#shared/warehouse/staff-stock.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { createStaffClient, PROVIDER_KEY } from '#test/callers/staff-client.ts';
import { createPopulatedClient, createPrepaidClient, type PrepaidClient } from '#test/fixtures/client-factory.ts';
import { newOrder, orderEdit } from '#test/fixtures/order-factory.ts';
import { productForm } from '#test/fixtures/product-factory.ts';
import { registrationForm, tokenIn } from '#test/fixtures/sender-factory.ts';
import { unreadableQuery } from '#test/fuzz/unreadable-query.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';
import { type FakePaymentServer, startFakePaymentServer } from '#test/services/fake-payment-server.ts';
import { bulkText, fileForm, manyCells } from '#test/texts/bulk-file-factory.ts';

const STATES_TOKEN = 'fijo-1234567890';

let app: TestApp;
let mail: FakeMailServer;
let payments: FakePaymentServer;
let client: PrepaidClient;
/** An unpaid order. */
let unpaid: string;
beforeAll(async () => {
  mail = await startFakeMailServer();
  payments = await startFakePaymentServer();
  const strict = { STRICT_CONTRACT: '1', PUBLIC_STATES_TOKEN: STATES_TOKEN };
  app = await startTestApp({ SMTP_URL: mail.url, ...strict, ...payments.settings });
  client = await createPrepaidClient(app, mail, 'canario');
  // Gives every order a payment, whose id strict mode must not return.
  await app.owner('UPDATE orders SET merchant_order_id = 7, merchant_order_state = 54');
  const { body } = await app.call(createOrder, { token: client.token, body: newOrder() });
  await app.call(createPayment, { token: client.token, body: { orders: [body.results.tracking_id] } });
  unpaid = await client.order();
  const staff = createStaffClient(app);
  const [{ client_id: clientId = 0 } = {}] = (await staff(listClients)).body.results;
  await staff(changeClient, { params: { clientId }, body: { fulfillment: true } });
  const receipt = { receipt_id: '1', sku: 'SKU-canario', lot: 'B', units: 3 };
  await staff(recordReceipts, { params: { clientId }, body: { receipts: [receipt] } });
});
afterAll(async () => {
  await app.stop();
  await payments.stop();
  await mail.stop();
});

const endpoints = Object.entries(contract);

const paths: Record<string, () => string> = {
  id: () => String(client.ids.order),
  orderId: () => client.marker,
  shipmentId: () => client.ids.label,
  trackingId: () => client.ids.tracking,
  token: () => STATES_TOKEN,
};

const bodies: Record<string, () => object | Promise<object>> = {
  activate: async () => {
    const form = registrationForm();
    // Registers twice: outside strict mode the response would allow a reset.
    for (const body of [form, registrationForm({ email: form.email })]) await app.call(register, { body });
    const letters = await mail.mailsTo(form.email, 2);
    return { token: tokenIn(letters.at(-1)) };
  },
  createOrder: () => newOrder(),
  createPayment: () => ({ orders: [unpaid] }),
  login: () => ({ _username: client.username, _password: client.password }),
  requestModification: () => orderEdit({ receiver_name: 'Beto Paz' }),
  rate: () => ({
    delivery_mode: 1,
    zip_code: '1059',
    province: 'Capital Federal',
    packages: [{ width: 1, height: 1, length: 1, real_weight: 1, gross_price: 10 }],
  }),
};

/** Calls with a multipart form. */
const forms: Record<string, () => FormData> = { uploadBatch: () => fileForm(bulkText(manyCells(1))) };

/** Calls whose id is a shipment's, the unpaid order's or a batch's. */
const ofShipment = /^\/v1\/client\/shipping\/:id/;
const ofUnpaid = /^\/v1\/client\/order\/:id(?=\/modification$)/;
const ofBatch = /^\/v1\/client\/lote_order\/:id/;

interface Refused {
  errors?: { field: string }[];
}

async function ask(
  name: string,
  { method, path, access }: AnyEndpoint,
  query = '',
): Promise<{ status: number; body: unknown }> {
  const body = await bodies[name]?.();
  const form = forms[name]?.();
  const known = path
    .replace(ofShipment, `/v1/client/shipping/${client.ids.label}`)
    .replace(ofUnpaid, `/v1/client/order/${unpaid}`)
    .replace(ofBatch, `/v1/client/lote_order/${client.ids.batch}`);
  const answer = await app.fetch(`/api${known.replace(/:([a-zA-Z]+)/g, (_, part) => paths[part]?.() ?? '1')}${query}`, {
    method,
    headers: {
      ...(access === 'provider' ? { 'x-api-key': PROVIDER_KEY } : { authorization: `Bearer ${client.token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(form && { body: form }),
  });
  const text = await answer.text();
  const json = answer.headers.get('content-type')?.startsWith('application/json');
  return { status: answer.status, body: json ? JSON.parse(text) : null };
}

/** Returns the values at a path like `results[].shippings[].state`; empty when a part of the path is missing. */
function found(value: unknown, path: string): unknown[] {
  return path.split('.').reduce<unknown[]>(
    (values, step) => {
      const key = step.replace('[]', '');
      return values.flatMap((at) => {
        if (typeof at !== 'object' || at === null || !(key in at)) return [];
        const next = (at as Record<string, unknown>)[key];
        return step.endsWith('[]') ? (next as unknown[]) : [next];
      });
    },
    [value],
  );
}

describe('with the strict contract', () => {
  test.each(endpoints.filter(([, { addition }]) => addition))('%s doesn’t exist', async (name, endpoint) => {
    expect(app.server.mounted.has(endpoint)).toBe(false);
    expect((await ask(name, endpoint)).status).toBe(404);
  });

  test.each(endpoints.filter(([, { additions }]) => additions))(
    '%s responds without the portal’s additional keys',
    async (name, endpoint) => {
      const { status, body } = await ask(name, endpoint);
      expect(status).toBe(200);
      for (const path of endpoint.additions ?? []) {
        const [key = ''] = path.split('.').slice(-1);
        // The key's parent exists: otherwise the test would prove nothing.
        const way = path.split('.').slice(0, -1).join('.');
        if (way !== '') expect(found(body, way), way).not.toEqual([]);
        expect(found(body, path), key).toEqual([]);
      }
    },
  );

  const reads = [...endpoints, ...Object.entries(staffContract)].filter(
    ([, { method, addition, produces }]) => method === 'GET' && !addition && produces !== 'text/event-stream',
  );

  test.each(reads)('%s ignores filters that it can’t read', async (name, endpoint) => {
    const { query, names } = unreadableQuery(name);
    const { status, body } = await ask(name, endpoint, `?${query}`);
    expect(status).not.toBe(500);
    // `orders`, the only flat name that a call requires, is missing.
    const fields = (body as Refused)?.errors?.map(({ field }) => field) ?? [];
    expect(fields.filter((field) => names.includes(field) && field !== 'orders')).toEqual([]);
  });

  test('a list ignores filters that it can’t read', async () => {
    const query = { filtre: { order: '1' }, filter: { client: { x: 'nadie' }, order: ['nada', 'nada'], sku: 'nada' } };
    const { status, body } = await app.call(listOrders, { token: client.token, query: query as never });
    const all = await app.call(listOrders, { token: client.token });
    expect([status, body.pagination]).toEqual([200, all.body.pagination]);
  });

  test('a bar code of a product is ignored, also one that is none', async () => {
    const { token } = client;
    const body = productForm({ barcode: '7790001001239' });
    expect((await app.call(createProduct, { token, body })).status).toBe(200);
    const { body: list } = await app.call(listProducts, { token, query: { filter: { sku: body.sku } } });
    expect(list.results.map((product) => 'barcode' in product)).toEqual([false]);
  });

  test.each(['', null, 0, -1, 1.5, '1,5', 'abc', true])(
    'the number %j of a product is refused with the one text of its field',
    async (wrong) => {
      const { token } = client;
      const numbers = { value: wrong, length: wrong, height: wrong, width: wrong, weight: wrong };
      const body = productForm(numbers) as never;
      for (const { status, body: refusal } of [
        await app.call(createProduct, { token, body }),
        await app.call(updateProduct, { token, params: { id: 1 }, body }),
      ]) {
        expect(status).toBe(422);
        expect((refusal as Refused).errors).toEqual([
          { field: 'value', message: 'El valor es requerido' },
          { field: 'length', message: 'El largo no es válido' },
          { field: 'height', message: 'El alto no es válido' },
          { field: 'width', message: 'El ancho no es válido' },
          { field: 'weight', message: 'El peso no es válido' },
        ]);
      }
    },
  );

  test('the rest of the contract exists', async () => {
    for (const [name, endpoint] of endpoints) {
      if (!endpoint.addition) expect(app.server.mounted.has(endpoint), name).toBe(true);
    }
  });

  test('the provider’s API exists', async () => {
    for (const [name, endpoint] of Object.entries(staffContract)) {
      // Additions are missing, such as the creation of clients.
      expect(app.server.mounted.has(endpoint), name).toBe(endpoint.addition !== true);
    }
    const query = { filter: { search: client.username } };
    expect((await createStaffClient(app)(listClients, { query })).body.results).toHaveLength(1);
    expect((await app.fetch('/api/ops/v1/openapi.json')).status).toBe(401);
  });

  test('the fixed token gives access to an order’s history', async () => {
    const params = { trackingId: client.ids.tracking, token: STATES_TOKEN };
    const { status, body } = await app.call(publicStates, { params });
    expect(status).toBe(200);
    expect(body.results.shippings[0]?.shipment_id).toBe(client.ids.label);
  });
});

test('without strict mode the additions exist, and the fixed token gives no access', async () => {
  const open = await startTestApp({ SMTP_URL: mail.url, PUBLIC_STATES_TOKEN: STATES_TOKEN });
  const mine = await createPopulatedClient(open, mail, 'canariolibre');
  const { token, ids } = mine;
  const detail = await open.call(readOrder, { token, params: { id: ids.tracking } });
  expect(detail.body.results.states_token).toMatch(/^[0-9a-f]{40}$/);
  const list = await open.call(listOrders, { token });
  expect(list.body.results[0]?.shippings[0]?.state).not.toBe('');
  const params = { trackingId: ids.tracking, token: STATES_TOKEN };
  expect((await open.call(publicStates, { params })).status).toBe(404);
  await open.stop();
});
