import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Random, seededRandom } from '#server/demo/seed/seeded-random.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { shipmentRoutes } from '#server/orders/shipment/shipment.routes.ts';
import { recordEvents } from '#shared/orders/staff-events.ts';
import { cancelFulfillment, prepareFulfillment } from '#shared/warehouse/staff-fulfillment.ts';
import { recordCounts } from '#shared/warehouse/staff-stock.ts';
import { recordStockReturn } from '#shared/warehouse/staff-stock-return.ts';
import { findStockDrift } from '#test/app/stock-drift.ts';
import type { TestGateway } from '#test/app/test-gateway.ts';
import { providerEvent, RETURNED } from '#test/callers/provider-client.ts';
import { type createStaffClient, startStaffGateway } from '#test/callers/staff-client.ts';
import { createStockFixture, type StockFixture, warehouseFeatures } from '#test/fixtures/stock-fixture.ts';
import { scaled } from '#test/test-scale.ts';

let gateway: TestGateway;
let staff: ReturnType<typeof createStaffClient>;
let shop: StockFixture;
beforeAll(async () => {
  ({ gateway, staff } = await startStaffGateway([orderRoutes, shipmentRoutes, ...warehouseFeatures]));
  shop = await createStockFixture(gateway, staff, await gateway.addClient({ fulfillment: true }));
});
afterAll(() => gateway?.stop());

const ROUNDS = scaled(8, 60);
const ACTIONS = 14;

/** Units that answers said were added to the stock otherwise than by orders, and how often each action succeeded. */
const tally = { units: 0, done: new Map<string, number>() };

function add(action: string, units: number): void {
  tally.units += units;
  tally.done.set(action, (tally.done.get(action) ?? 0) + 1);
}

/** Labels of the shipments that are on their way back. */
async function shipmentOf(random: Random): Promise<string | undefined> {
  const labels = await gateway.owner<{ label: string }>(
    `SELECT s.label FROM shipments s JOIN fulfillment_orders f ON f.client_id = s.client_id AND f.order_pk = s.order_pk
     WHERE s.client_id = $1 AND f.status = 'Preparado' ORDER BY s.label`,
    [shop.by.clientId],
  );
  return labels[random.int(0, Math.max(0, labels.length - 1))]?.label;
}

async function orderOf(random: Random) {
  const waiting = await shop.fulfillments();
  const one = waiting[random.int(0, Math.max(0, waiting.length - 1))];
  return one && { params: { clientId: one.client_id, id: one.id }, tracking: one.tracking_id };
}

const actions: Record<string, (random: Random) => Promise<void>> = {
  async receive(random) {
    const units = random.int(-4, 9) || 1;
    if ((await shop.receive(units, random.percent(50) ? 'A' : 'B'))?.result === 'recorded') add('receive', units);
  },
  async count(random) {
    const lots = await shop.lots();
    const [lot = 'A', expected = 0] = lots[random.int(0, Math.max(0, lots.length - 1))] ?? [];
    const counted = Math.max(0, expected + random.int(-2, 2));
    const body = {
      counts: [{ count_id: crypto.randomUUID(), sku: shop.sku, lot, expected, counted, reason: 'Conteo' }],
    };
    const { body: reply } = await staff(recordCounts, { params: { clientId: shop.by.clientId }, body });
    const [result] = reply.results;
    if (result?.result === 'recorded') add('count', result.difference);
  },
  async order(random) {
    const quantities = Array.from({ length: random.int(1, 2) }, () => random.int(1, 3));
    if ((await shop.create(shop.order(...quantities))).status === 200) add('order', 0);
  },
  async prepare(random) {
    const order = await orderOf(random);
    if (!order) return;
    const some = { items: [{ sku: shop.sku, quantity: 1 }], close: random.percent(40) };
    const { status } = await staff(prepareFulfillment, {
      params: order.params,
      body: random.percent(50) ? {} : some,
    });
    if (status === 200) add('prepare', 0);
  },
  async cancel(random) {
    const order = await orderOf(random);
    if (!order) return;
    const { params, tracking } = order;
    const byWarehouse = () => staff(cancelFulfillment, { params, body: {} }).then(({ status }) => status);
    if ((await (random.percent(50) ? byWarehouse() : shop.cancel(tracking))) === 200) add('cancel', 0);
  },
  async giveBack(random) {
    const label = await shipmentOf(random);
    if (!label) return;
    const events = RETURNED.map((state) => providerEvent(label, state, new Date(), { event_id: `${label} ${state}` }));
    await staff(recordEvents, { body: { events } });
    const units = [{ sku: shop.sku, lot: random.percent(50) ? 'A' : 'VUELTO', units: 1 }];
    const { status } = await staff(recordStockReturn, { params: { label }, body: { units } });
    if (status === 200) add('giveBack', 1);
  },
};

/** Chooses the most of everything: the first of two ways, the largest number, the last shipment. */
const MOST: Random = { ...seededRandom('most'), int: (_lowest, highest) => highest, percent: () => true };

/** Steps that all succeed one after the other, so that each action has its success whatever chance does later. */
const KNOWN = ['receive', 'receive', 'count', 'order', 'prepare', 'giveBack', 'order', 'cancel'];

async function checkStock(moment: string): Promise<void> {
  expect(await findStockDrift(gateway.owner)).toEqual([]);
  const [items] = await gateway.owner<{ prepared: number }>(
    `SELECT coalesce(sum(i.prepared), 0)::integer AS prepared FROM shipment_items i WHERE i.client_id = $1`,
    [shop.by.clientId],
  );
  const inStock = (await shop.lots()).reduce((sum, [, units]) => sum + units, 0);
  expect(inStock, moment).toBe(tally.units - (items?.prepared ?? 0));
}

test('the stock equals a recount after random receipts, counts, orders, preparations, cancellations and returns at once', async () => {
  const random = seededRandom('recount');
  const names = Object.keys(actions);
  for (const name of KNOWN) await actions[name]?.(MOST);
  expect(Object.fromEntries(tally.done)).toEqual({
    receive: 2,
    count: 1,
    order: 2,
    prepare: 1,
    giveBack: 1,
    cancel: 1,
  });
  await checkStock('the known steps');
  for (let round = 0; round < ROUNDS; round++) {
    const chosen = Array.from({ length: ACTIONS }, () => names[random.int(0, names.length - 1)] ?? '');
    await Promise.all(chosen.map((name, index) => actions[name]?.(seededRandom(`${round} ${index}`))));
    await checkStock(`round ${round}`);
  }
});
