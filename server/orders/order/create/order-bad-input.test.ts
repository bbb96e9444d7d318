import fc from 'fast-check';
import qs from 'qs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rateRoutes } from '#server/money/rate/rate.routes.ts';
import { labelRoutes } from '#server/orders/label/label.routes.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { productRoutes } from '#server/orders/product/product.routes.ts';
import { shipmentRoutes } from '#server/orders/shipment/shipment.routes.ts';
import { statisticsRoutes } from '#server/orders/statistics/statistics.routes.ts';
import { zipCodeRoutes } from '#server/provider/zip-code/zip-code.routes.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/app/test-gateway.ts';
import { newOrder, shipment } from '#test/fixtures/order-factory.ts';

let gateway: TestGateway;
let client: TestClient;
beforeAll(async () => {
  gateway = await startTestGateway([
    orderRoutes,
    shipmentRoutes,
    labelRoutes,
    productRoutes,
    zipCodeRoutes,
    rateRoutes,
    statisticsRoutes,
  ]);
  client = await gateway.addClient({ prepago: true, logistica_inversa: true, fulfillment: true });
});
afterAll(() => gateway?.stop());

const RUNS = { numRuns: 150 };

/** Values that no form sends: wrong types, values over the limits, texts with a meaning in SQL, JSON or an encoding. */
const odd = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '%',
    '_',
    '\\',
    "'; --",
    '-1',
    '0',
    '1e9',
    '99999999999999999999',
    'NaN',
    '1.5',
    '2026-02-30',
    '0001-01-01',
    '9999-12-31',
    'null',
    '\u{10FFFF}',
    'x'.repeat(5000),
  ),
  fc.constantFrom<unknown>(null, true, [], {}, [[]], { a: { b: 1 } }, ['1'], -1, 0, 1.5, 1e21, 2 ** 53, 2 ** 31),
  fc.string({ unit: 'binary' }),
  fc.integer(),
);

/** Returns every dotted path of a value. */
function pathsIn(value: unknown, at: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [at];
  return [
    ...(at.length > 0 ? [at] : []),
    ...Object.entries(value).flatMap(([key, child]) => pathsIn(child, [...at, key])),
  ];
}

function replaced(value: unknown, [step, ...rest]: string[], by: unknown): unknown {
  if (step === undefined) return by;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>;
  copy[step] = replaced(copy[step], rest, by);
  return copy;
}

async function send(path: string, init: RequestInit = {}): Promise<number> {
  const response = await gateway.fetch(path, { by: client, ...init } as never);
  await response.arrayBuffer();
  return response.status;
}

const post = (path: string, body: unknown, method = 'POST') =>
  send(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

const packages = [{ width: 1, height: 1, length: 1, real_weight: 1, gross_price: 1 }];
const rateBody = { delivery_mode: 1, zip_code: '1425', province: 'Salta', packages };
const product = {
  sku: 'a',
  description: 'b',
  category: 1,
  value: 1,
  length: 1,
  height: 1,
  width: 1,
  weight: 1,
  active: true,
};
const order = newOrder({ shipments: [shipment({ items: [{ product_id: 1, quantity: 1 }] }), shipment()] });

test.each([
  ['/api/v1/client/order/', 'POST', order],
  ['/api/v1/client/product/', 'POST', product],
  ['/api/v1/client/product/1', 'PUT', product],
  ['/api/rate', 'POST', rateBody],
])('%s (%s) returns no server error for any body', async (path, method, right) => {
  const paths = pathsIn(right);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), odd, async (at, value) => {
      expect(await post(path, replaced(right, at, value), method)).toBeLessThan(500);
    }),
    RUNS,
  );
});

test.each([
  [
    '/api/v1/client/order/',
    [
      'shipment',
      'order',
      'client',
      'tracking',
      'from_date',
      'to_date',
      'pickup_point_code',
      'delivery_mode',
      'printed_by_client',
      'state',
    ],
  ],
  ['/api/v1/client/product/', ['sku', 'description', 'category', 'active', 'only_with_dolar_price']],
  ['/api/v1/client/zip_code/', ['code']],
  ['/api/v1/client/zip_code/grouped', ['code']],
  ['/api/v1/client/statistics/complete_total_shippings', ['from_date', 'to_date']],
])('%s returns no server error for any query', async (path, filters) => {
  const query = fc.record(
    {
      page: odd,
      limit: odd,
      order: fc.oneof(odd, fc.record({ sort: odd, direction: odd })),
      filter: fc.oneof(odd, fc.record(Object.fromEntries(filters.map((name) => [name, odd])), { requiredKeys: [] })),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(query, async (values) => {
      // A lone surrogate can't be encoded in a URL.
      const text = qs.stringify(values, {
        filter: (_, value) => (typeof value === 'string' ? value.toWellFormed() : value),
      });
      expect(await send(`${path}?${text}`)).toBeLessThan(500);
    }),
    RUNS,
  );
});

test.each([
  (id: string) => `/api/v1/client/order/${id}`,
  (id: string) => `/api/v1/client/order/print/${id}/${id}.pdf`,
  (id: string) => `/api/v1/client/shipping/print/${id}/${id}.pdf`,
  (id: string) => `/api/v1/public/order/states/${id}/${id}`,
])('%s returns no server error for any id', async (pathOf) => {
  const ids = fc.oneof(
    fc.constantFrom(
      '..',
      '%2e%2e%2f',
      '%00',
      '%',
      '-1',
      '0',
      '99999999999999999999',
      '1099511627777',
      '4503599627370497',
      'a-1',
      '00000000000-1',
    ),
    fc.string().map((text) => encodeURIComponent(text.toWellFormed())),
  );
  await fc.assert(
    fc.asyncProperty(ids, async (id) => {
      expect(await send(pathOf(id))).toBeLessThan(500);
    }),
    RUNS,
  );
});
