import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { counterDrift } from '#server/db/counter-drift.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { shipmentRoutes } from '#server/orders/shipment/shipment.routes.ts';
import { cancelShipment } from '#shared/orders/shipments.ts';
import { cancelFulfillment, labelFulfillment, prepareFulfillment } from '#shared/warehouse/staff-fulfillment.ts';
import { findInconsistencies } from '#test/app/consistency.ts';
import { findStockDrift } from '#test/app/stock-drift.ts';
import type { TestGateway } from '#test/app/test-gateway.ts';
import { type createStaffClient, startStaffGateway } from '#test/callers/staff-client.ts';
import { createStockFixture, type StockFixture, warehouseFeatures } from '#test/fixtures/stock-fixture.ts';
import { scaled } from '#test/test-scale.ts';

let gateway: TestGateway;
let staff: ReturnType<typeof createStaffClient>;
let shop: StockFixture;
beforeAll(async () => {
  ({ gateway, staff } = await startStaffGateway([orderRoutes, shipmentRoutes, ...warehouseFeatures]));
});
beforeEach(async () => {
  shop = await createStockFixture(gateway, staff, await gateway.addClient({ fulfillment: true }));
});
afterEach(async () => {
  expect(await findStockDrift(gateway.owner)).toEqual([]);
  expect(await findInconsistencies(gateway.owner, [shop.by.clientId])).toEqual([]);
  expect(await counterDrift(gateway.owner)).toEqual([]);
});
afterAll(() => gateway?.stop());

const ROUNDS = scaled(8, 200);

test('concurrent orders reserve exactly the available units', async () => {
  const wanted = [2, 1, 2, 1, 2];
  for (let round = 0; round < ROUNDS; round++) {
    const lot = `R${round}`;
    await shop.receive(5, lot);
    const answers = await Promise.all(wanted.map((units) => shop.create(shop.order(units))));
    expect(answers.every(({ status }) => status === 200 || status === 422)).toBe(true);
    const taken = wanted.reduce((sum, units, index) => sum + (answers[index]?.status === 200 ? units : 0), 0);
    expect(taken).toBeGreaterThanOrEqual(4);
    expect(taken).toBeLessThanOrEqual(5);
    // The remaining units go to exactly one order.
    if (taken < 5) {
      const last = await Promise.all(Array.from({ length: 3 }, () => shop.create(shop.order(5 - taken))));
      expect(last.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    }
    expect((await shop.lots()).find(([name]) => name === lot)).toEqual([lot, 5, 5]);
  }
});

test('an order with a number in use is refused on its field and reserves no stock', async () => {
  await shop.receive(2);
  const body = shop.order(1);
  expect((await shop.create(body)).status).toBe(200);
  expect(await shop.create(body)).toMatchObject({
    status: 422,
    errors: ['order_id: Ya tenés una orden con ese número'],
  });
  expect(await shop.lots()).toEqual([['L1', 2, 1]]);
});

test('a cancellation and a new order with the same number don’t deadlock', async () => {
  await shop.receive(100);
  const deadlocks = () => gateway.owner('SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()');
  const before = await deadlocks();
  for (let round = 0; round < ROUNDS; round++) {
    const body = shop.order(1);
    const { tracking } = await shop.create(body);
    const [cancelled, created] = await Promise.all([shop.cancel(tracking), shop.create(body)]);
    expect(cancelled).toBe(200);
    expect([200, 422]).toContain(created.status);
  }
  expect(await deadlocks()).toEqual(before);
});

test('an order that sender and warehouse cancel at once releases its stock once', async () => {
  await shop.receive(3);
  for (let round = 0; round < 20; round++) {
    const tracking = await shop.made(2, 1);
    const params = await shop.waiting();
    const calls = [
      () => shop.cancel(tracking),
      () => staff(cancelFulfillment, { params, body: {} }).then(({ status }) => status),
    ];
    const statuses = await Promise.all((round % 2 ? calls.reverse() : calls).map((call) => call()));
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
    expect(await shop.lots()).toEqual([['L1', 3, 0]]);
  }
});

test('an order that is prepared and cancelled at once ends as one or the other', async () => {
  for (let round = 0; round < 20; round++) {
    await shop.receive(2, `R${round}`);
    const tracking = await shop.made(2);
    const params = await shop.waiting();
    const [whole, prepared] = await Promise.all([
      shop.cancel(tracking),
      staff(prepareFulfillment, { params, body: {} }).then(({ status }) => status),
    ]);
    expect([whole, prepared].toSorted()).toEqual([200, 422]);
    const [, units, reserved] = (await shop.lots()).find(([lot]) => lot === `R${round}`) ?? [];
    expect([units, reserved]).toEqual(whole === 200 ? [2, 0] : [0, 0]);
    // Removes the released units, so that the next round doesn't reserve them.
    if (whole === 200) await shop.receive(-2, `R${round}`);
  }
});

test('concurrent receipts, orders, cancellations and preparations cause no stock drift', async () => {
  for (let round = 0; round < 15; round++) {
    await shop.receive(6, 'A', { expiry: '2099-01-31' });
    await shop.receive(6, 'B');
    const trackings = await Promise.all(Array.from({ length: 4 }, () => shop.made(1, 1)));
    const waiting = await shop.fulfillments();
    const work = waiting.flatMap(({ client_id: clientId, id }, index) => {
      const params = { clientId, id };
      const items = [{ sku: shop.sku, quantity: 1 }];
      const prepare = (body: object) => staff(prepareFulfillment, { params, body: body as never });
      return [
        () => prepare(index % 2 ? { items } : {}),
        () => prepare({ items, close: index % 3 === 0 }),
        () => staff(labelFulfillment, { params, body: {} }),
        ...(index % 2 ? [() => staff(cancelFulfillment, { params, body: { reason: 'Dañado' } })] : []),
      ];
    });
    const calls = [
      ...work,
      ...trackings.map((tracking, index) => () => (index % 2 ? shop.cancel(tracking) : Promise.resolve())),
      ...trackings.map(
        (tracking) => () => gateway.call(cancelShipment, { by: shop.by, params: { id: `${tracking}-2` } }),
      ),
      ...[5, 3, 1].map((units) => () => shop.create(shop.order(units))),
      () => shop.receive(2, 'A'),
      () => shop.receive(-1, 'B'),
    ];
    const turned = calls.map((_, index) => calls[(index * 7 + round) % calls.length] ?? calls[0]);
    await Promise.all(turned.map((call) => call?.()));
    expect(await findStockDrift(gateway.owner)).toEqual([]);
  }
});
