import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { exampleTariff } from '#server/db/data/tariff.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { productRoutes } from '#server/orders/product/product.routes.ts';
import { rate } from '#shared/money/rates.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { readOrder } from '#shared/orders/orders.ts';
import { createProduct } from '#shared/orders/product/new-product.ts';
import { provinces } from '#shared/orders/rules/place/provinces.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/app/test-gateway.ts';
import { newOrder, receiver, shipment } from '#test/fixtures/order-factory.ts';
import { zipByProvince } from '#test/fixtures/zip-fixture.ts';
import { rateRoutes } from './rate.routes.ts';

let gateway: TestGateway;
let client: TestClient;
beforeAll(async () => {
  gateway = await startTestGateway([rateRoutes, orderRoutes, productRoutes]);
  client = await gateway.addClient();
});
afterAll(() => gateway?.stop());
afterEach(() => gateway.setTime(null));

const measured = { width: 20, height: 10, length: 30, real_weight: '0.9', gross_price: 15_000 };
const body = (changes: Record<string, unknown> = {}) => ({
  delivery_mode: 1,
  zip_code: '5000',
  province: 'Córdoba',
  packages: [measured],
  ...changes,
});
const ask = (changes: Record<string, unknown> = {}) => gateway.call(rate, { by: client, body: body(changes) as never });

test('a rate consists of shipping, insurance and IVA in pesos, with delivery days from today', async () => {
  gateway.setTime(new Date('2026-03-06T15:00:00Z'));
  const { results } = (await ask()).body;
  const net = results.shipping_cost + results.insurance_cost;
  expect(results.tax).toBeCloseTo(net * 0.21, 2);
  expect(results.final_value).toBeCloseTo(net + results.tax, 2);
  expect(results.currency).toBe('ARS');
  // From a Friday, the second working day is Tuesday.
  expect(results.min_delivery_date).toBe('2026-03-10');
  expect(results.packages).toEqual([{ billed_weight: 1200, volumetric_weight: 1200, charged_by: 'volumen' }]);
});

test('an order costs as much as the calculator’s quote for the same shipments', async () => {
  const { results } = (await ask({ packages: [measured, { ...measured, real_weight: 7 }] })).body;
  const order = newOrder({
    receiver: receiver({}, { zip_code: '5000', state: 'Córdoba', city: 'Córdoba' }),
    shipments: [shipment(), shipment({ weight: 7000 })],
  });
  const created = await gateway.call(createOrder, { by: client, body: order });
  const read = await gateway.call(readOrder, { by: client, params: { id: created.body.results.tracking_id } });
  expect(read.body.results.rate_value).toBe(results.final_value);
});

test('calculator and order agree to the cent for each shipment, for any contents and destination', async () => {
  const measures = fc.record({
    length: fc.integer({ min: 1, max: 120 }),
    width: fc.integer({ min: 1, max: 120 }),
    height: fc.integer({ min: 1, max: 120 }),
    weight: fc.oneof(fc.constantFrom(500, 501, 1000, 25_000, 25_001), fc.integer({ min: 1, max: 60_000 })),
    items_value: fc.oneof(fc.constantFrom(1, 60_000, 60_001), fc.integer({ min: 1, max: 9_999_999 })),
  });
  const orders = fc.record({
    province: fc.constantFrom(...provinces.map(({ name }) => name)),
    shipments: fc.array(measures, { minLength: 1, maxLength: 5 }),
  });
  for (const { province, shipments } of fc.sample(orders, { numRuns: 24 })) {
    const packages = shipments.map(({ weight, items_value, ...sizes }) => ({
      ...sizes,
      real_weight: weight / 1000,
      gross_price: items_value,
    }));
    const order = newOrder({
      receiver: receiver({}, { state: province, zip_code: zipByProvince[province] }),
      shipments: shipments.map(shipment),
    });
    const created = await gateway.call(createOrder, { by: client, body: order });
    const params = { id: created.body.results.tracking_id };
    const { results: stored } = (await gateway.call(readOrder, { by: client, params })).body;
    expect(stored.rate_value).toBe(
      (await ask({ province, zip_code: zipByProvince[province], packages })).body.results.final_value,
    );
    const alone = [];
    for (const one of packages)
      alone.push(
        (await ask({ province, zip_code: zipByProvince[province], packages: [one] })).body.results.final_value,
      );
    expect(stored.shippings.map(({ shipping_cost }) => shipping_cost)).toEqual(alone);
  }
});

test('a shipment of products costs as much as a quote for their total weight and value', async () => {
  const measures = { value: 12_345, length: 10, height: 10, width: 10, weight: 777 };
  const form = { sku: 'MATE', description: 'Mate', category: 10, ...measures, active: true };
  const { id } = (await gateway.call(createProduct, { by: client, body: form })).body.results;
  const items = [{ product_id: id, quantity: 3, index: 0 }];
  const order = newOrder({
    receiver: receiver({}, { state: 'Córdoba', zip_code: '5000' }),
    shipments: [shipment({ items, weight: 1, items_value: 1, length: 30, width: 20, height: 10 })],
  });
  const created = await gateway.call(createOrder, { by: client, body: order });
  const params = { id: created.body.results.tracking_id };
  const { rate_value } = (await gateway.call(readOrder, { by: client, params })).body.results;
  const quoted = await ask({ packages: [{ ...measured, real_weight: 2.331, gross_price: 37_035 }] });
  expect(rate_value).toBe(quoted.body.results.final_value);
});

test('delivery days skip weekends and holidays and start from the day in Buenos Aires', async () => {
  // Wednesday before Easter, 23:30 in Buenos Aires. Thursday and Friday are holidays. Córdoba takes two to five days.
  gateway.setTime(new Date('2026-04-02T02:30:00Z'));
  expect((await ask()).body.results).toMatchObject({
    min_delivery_date: '2026-04-07',
    max_delivery_date: '2026-04-10',
  });
});

test('a shipment without a declared value has no insurance', async () => {
  expect((await ask({ packages: [{ ...measured, gross_price: 0 }] })).body.results.insurance_cost).toBe(0);
});

test('a new tariff applies from its first day, and existing orders keep their price', async () => {
  gateway.setTime(new Date('2026-06-01T15:00:00Z'));
  const made = await gateway.call(createOrder, { by: client, body: newOrder() });
  const priceOf = async () =>
    (await gateway.call(readOrder, { by: client, params: { id: String(made.body.results.id) } })).body.results
      .rate_value;
  const [before, price] = [(await ask()).body.results.final_value, await priceOf()];
  const dearer = { ...exampleTariff, taxPercent: 50 };
  await gateway.owner(`INSERT INTO tariffs (valid_from, terms) VALUES ('2026-06-02', $1)`, [JSON.stringify(dearer)]);
  expect((await ask()).body.results.final_value).toBe(before);
  gateway.setTime(new Date('2026-06-02T03:00:00Z'));
  expect((await ask()).body.results.final_value).toBeGreaterThan(before);
  expect(await priceOf()).toBe(price);
});

test('a request that can’t be quoted is refused with an error on the field', async () => {
  const errors = async (changes: Record<string, unknown>) => {
    const { status, body: answer } = await ask(changes);
    return [status, ...(answer.errors ?? []).map(({ field }) => field)];
  };
  expect(await errors({ province: 'Atlantis' })).toEqual([422, 'province']);
  expect(await errors({ zip_code: '9410', province: 'CABA' })).toEqual([422, 'province']);
  expect(await errors({ zip_code: 'C9410ABC', province: 'CABA' })).toEqual([422, 'zip_code']);
  expect(await errors({ delivery_mode: 4 })).toEqual([422, 'delivery_mode']);
  expect(await errors({ packages: [{ ...measured, height: 0, real_weight: '' }] })).toEqual([
    422,
    'packages.0.height',
    'packages.0.real_weight',
  ]);
});

test('measures that are probably in another unit are quoted with a question', async () => {
  expect((await ask()).body.results.doubts).toEqual([]);
  const { doubts } = (await ask({ packages: [measured, { ...measured, real_weight: '700' }] })).body.results;
  expect(doubts).toEqual([
    {
      field: 'packages.1.real_weight',
      message: 'El paquete 2 pesa 700 kg en 30 × 20 × 10 cm, más que si fuera de plomo.',
    },
  ]);
});
