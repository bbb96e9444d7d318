import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { counterDrift } from '#server/db/counter-drift.ts';
import { labelRoutes } from '#server/orders/label/label.routes.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { orderLabels, shipmentLabel } from '#shared/orders/labels.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { readOrder } from '#shared/orders/orders.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/app/test-gateway.ts';
import { newOrder, shipment } from '#test/fixtures/order-factory.ts';
import { readOrderFacts } from './order-flags.store.ts';
import { orderFlags, shipmentFlags } from './order-flags.ts';

let gateway: TestGateway;
let clients: TestClient[];
beforeAll(async () => {
  gateway = await startTestGateway([orderRoutes, labelRoutes]);
  clients = [await gateway.addClient(), await gateway.addClient({ prepago: true }), await gateway.addClient()];
});
afterAll(() => gateway?.stop());

type Step = { who: number; day: number; count: number; mode: number; print: 'nothing' | 'order' | 'shipment' };

async function play({ who, day, count, mode, print }: Step): Promise<void> {
  const by = clients[who] as TestClient;
  gateway.setTime(new Date(Date.UTC(2026, 0, day, day % 24)));
  const shipments = Array.from({ length: count }, () => shipment());
  const { body } = await gateway.call(createOrder, { by, body: newOrder({ delivery_mode: mode, shipments }) });
  const { id, order_id, tracking_id } = body.results;
  if (print === 'order') await gateway.call(orderLabels, { by, params: { id: String(id), orderId: order_id } });
  const label = `${tracking_id}-${count}`;
  if (print === 'shipment') await gateway.call(shipmentLabel, { by, params: { id: label, shipmentId: label } });
}

test('flags equal the shared rules and counters equal a recount after random creating and printing', async () => {
  const step = fc.record({
    who: fc.nat(2),
    day: fc.integer({ min: 1, max: 60 }),
    count: fc.integer({ min: 1, max: 3 }),
    mode: fc.constantFrom(1, 2),
    print: fc.constantFrom<Step['print']>('nothing', 'order', 'shipment'),
  });
  const steps = fc.sample(step, { numRuns: 60 });
  for (let at = 0; at < steps.length; at += 6) await Promise.all(steps.slice(at, at + 6).map(play));

  expect(await counterDrift(gateway.owner)).toEqual([]);
  for (const { clientId } of clients) {
    const ids = await gateway.owner<{ id: number }>('SELECT id FROM orders WHERE client_id = $1', [clientId]);
    expect(ids.length).toBeGreaterThan(5);
    const stored = await gateway.deps.db.withClient(clientId, (trx) =>
      readOrderFacts(
        trx,
        clientId,
        ids.map(({ id }) => id),
      ),
    );
    for (const { id, facts, shipmentIds } of stored) {
      const [order] = await gateway.owner('SELECT * FROM orders WHERE id = $1', [id]);
      expect(order).toMatchObject(orderFlags(facts));
      for (const [index, shipmentFacts] of facts.shipments.entries()) {
        const [row] = await gateway.owner('SELECT * FROM shipments WHERE id = $1', [shipmentIds[index]]);
        expect(row).toMatchObject(shipmentFlags(shipmentFacts, facts));
      }
    }
  }
});

test('an order costs the sum of its shipments’ costs', async () => {
  const rows = await gateway.owner(
    `SELECT o.id FROM orders o JOIN shipments s ON s.order_pk = o.id
     GROUP BY o.id, o.rate_cents HAVING sum(s.cost_cents) <> o.rate_cents`,
  );
  expect(rows).toEqual([]);
});

test('printing an order doesn’t move it up in the list', async () => {
  const [by] = clients as [TestClient];
  gateway.setTime(new Date('2026-04-01T12:00:00Z'));
  const { body } = await gateway.call(createOrder, { by, body: newOrder() });
  gateway.setTime(new Date('2026-04-02T12:00:00Z'));
  const { id, order_id } = body.results;
  await gateway.call(orderLabels, { by, params: { id: String(id), orderId: order_id } });
  const read = await gateway.call(readOrder, { by, params: { id: String(id) } });
  expect(read.body.results.printed_by_client).toBe(true);
  const [row] = await gateway.owner<{ updated_at: Date }>('SELECT updated_at FROM orders WHERE id = $1', [id]);
  expect(row?.updated_at).toEqual(new Date('2026-04-01T12:00:00Z'));
});
