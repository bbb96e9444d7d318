import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { recountItems } from '#server/orders/domain/flags/recount-items.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { closePending, listPending, snoozePending } from '#shared/orders/pending.ts';
import { prepareFulfillment } from '#shared/warehouse/staff-fulfillment.ts';
import type { TestClient, TestGateway } from '#test/app/test-gateway.ts';
import { type createStaffClient, startStaffGateway } from '#test/callers/staff-client.ts';
import { createStockFixture, type StockFixture, warehouseFeatures } from '#test/fixtures/stock-fixture.ts';
import { pendingRoutes } from './pending.routes.ts';

const day = (date: string, time = '10:00') => new Date(`2026-09-${date}T${time}:00-03:00`);

let gateway: TestGateway;
let staff: ReturnType<typeof createStaffClient>;
let shop: StockFixture;
beforeAll(async () => {
  ({ gateway, staff } = await startStaffGateway([orderRoutes, pendingRoutes, ...warehouseFeatures]));
});
beforeEach(async () => {
  gateway.setTime(day('07'));
  shop = await createStockFixture(gateway, staff, await gateway.addClient({ fulfillment: true }));
});
afterAll(() => gateway?.stop());

const list = async (by: TestClient = shop.by) => (await gateway.call(listPending, { by, query: {} })).body;
const stockKinds = async () =>
  (await list()).results.map(({ kind }) => kind).filter((kind) => kind.startsWith('stock'));
const recounted = () => recountItems(gateway.deps, shop.by.clientId, new AbortController().signal);

test('a product without free units requires action until units arrive or an order is cancelled', async () => {
  await shop.receive(3);
  const tracking = await shop.made(3);
  expect((await list()).results).toContainEqual(
    expect.objectContaining({
      kind: 'stock_short',
      thing: expect.objectContaining({ name: shop.sku, tracking_id: null, description: 'Dulce' }),
      since: '2026-09-07T10:00:00-03:00',
      deadline: null,
      closable: true,
    }),
  );
  expect(await recounted()).toBe(0);
  await shop.cancel(tracking);
  expect(await stockKinds()).toEqual([]);
  await shop.made(3);
  expect(await stockKinds()).toEqual(['stock_short']);
  await shop.receive(1, 'L2');
  expect(await stockKinds()).toEqual([]);
  expect(await recounted()).toBe(0);
});

test('a product that the sender no longer sells stays closed while the warehouse works, and comes back after a receipt', async () => {
  await shop.receive(2);
  await shop.made(2);
  const [item] = (await list()).results.filter(({ kind }) => kind === 'stock_short');
  const params = { id: item?.id ?? 0 };
  expect((await gateway.call(closePending, { by: shop.by, params })).status).toBe(200);
  gateway.setTime(day('08'));
  expect((await staff(prepareFulfillment, { params: await shop.waiting(), body: {} })).status).toBe(200);
  expect(await stockKinds()).toEqual([]);
  expect(await recounted()).toBe(0);
  await shop.receive(1);
  await shop.made(1);
  expect(await stockKinds()).toEqual(['stock_short']);
});

test('a critical lot requires action until it expires, and its expiry leaves the product without stock', async () => {
  await shop.receive(5, 'LEJOS', { expiry: '2026-09-20', criticality: '2026-09-15' });
  await shop.receive(4, 'CERCA', { expiry: '2026-09-12', criticality: '2026-09-08' });
  expect(await stockKinds()).toEqual([]);
  gateway.setTime(day('08', '23:59'));
  expect(await stockKinds()).toEqual([]);
  gateway.setTime(day('09', '00:00'));
  expect((await list()).results).toMatchObject([
    { kind: 'stock_expiring', detail: '4', deadline: { at: '2026-09-12T23:59:59-03:00', days_left: 3 } },
  ]);
  // Orders take the units that expire first.
  await shop.made(4);
  expect(await stockKinds()).toEqual([]);
  gateway.setTime(day('16', '00:00'));
  expect(await stockKinds()).toEqual(['stock_expiring']);
  gateway.setTime(day('20', '23:59'));
  expect(await stockKinds()).toEqual(['stock_expiring']);
  gateway.setTime(day('21', '00:00'));
  expect((await stockKinds()).sort()).toEqual(['stock_expiring', 'stock_short']);
  expect((await list()).kinds).toContainEqual({ kind: 'stock_expiring', total: 1, overdue: 1 });
  expect(await recounted()).toBe(0);
  await shop.receive(-5, 'LEJOS');
  expect(await stockKinds()).toEqual(['stock_short']);
  expect(await recounted()).toBe(0);
});

test('a product about to expire is snoozed, not closed, so that its later lots aren’t hidden', async () => {
  await shop.receive(4, 'CERCA', { expiry: '2026-09-12', criticality: '2026-09-08' });
  await shop.receive(5, 'LEJOS', { expiry: '2026-09-20', criticality: '2026-09-15' });
  gateway.setTime(day('09'));
  const [item] = (await list()).results;
  expect(item).toMatchObject({ kind: 'stock_expiring', closable: false, snooze_until: '2026-09-12' });
  const params = { id: item?.id ?? 0 };
  expect((await gateway.call(closePending, { by: shop.by, params })).status).toBe(422);
  const snoozed = gateway.call(snoozePending, { by: shop.by, params, body: { until: '2026-09-12' } });
  expect((await snoozed).status).toBe(200);
  expect(await stockKinds()).toEqual([]);
  gateway.setTime(day('16'));
  expect((await list()).results).toMatchObject([{ kind: 'stock_expiring', detail: '9' }]);
});

test('only people who change products, of a client with goods in the warehouse, see its stock as pending', async () => {
  await shop.receive(1);
  await shop.made(1);
  const [item] = (await list()).results.filter(({ kind }) => kind === 'stock_short');
  const params = { id: item?.id ?? 0 };
  const other = await gateway.addClient({ fulfillment: true });
  const biller = gateway.callAs(shop.by, { role: 'billing' });
  const viewers = [other, biller, gateway.callAs(shop.by, { fulfillment: false })];
  for (const by of viewers) {
    expect((await list(by)).kinds.filter(({ kind }) => kind === 'stock_short')).toEqual([]);
    expect((await gateway.call(closePending, { by, params })).status).toBe(404);
    const snoozed = gateway.call(snoozePending, { by, params, body: { until: '2026-09-08' } });
    expect((await snoozed).status).toBe(404);
  }
  expect(await stockKinds()).toEqual(['stock_short']);
});
