import { afterAll, beforeAll, expect, test } from 'vitest';
import { counterDrift } from '#server/db/counter-drift.ts';
import { shipmentRoutes } from '#server/orders/shipment/shipment.routes.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { cancelShipment } from '#shared/orders/shipments.ts';
import { findInconsistencies } from '#test/app/consistency.ts';
import type { TestClient } from '#test/app/test-gateway.ts';
import { providerEvent } from '#test/callers/provider-client.ts';
import { NOW, type ShipmentFixture, startShipmentFixture } from '#test/fixtures/shipment-fixture.ts';
import { orderRoutes } from './order.routes.ts';
import { enqueueStaleOrders, refreshStaleOrders, staleOrders } from './stale-orders.ts';

let world: ShipmentFixture;
let client: TestClient;
beforeAll(async () => {
  world = await startShipmentFixture([orderRoutes, shipmentRoutes]);
  client = await world.gateway.addClient();
});
afterAll(() => world?.gateway.stop());

/** SQL by which a migration lists the orders whose columns the new rules derive differently. */
const NAME_STALE = `
  INSERT INTO stale_orders (client_id, order_pk)
  SELECT DISTINCT s.client_id, s.order_pk FROM shipments s JOIN orders o ON o.client_id = s.client_id AND o.id = s.order_pk
  WHERE s.state_code IN ('expirado', 'extraviado', 'demorado') OR (s.state_code = 'cancelado' AND o.state_group <> 'final')`;

test('after an upgrade, stale orders are recomputed and other orders stay unchanged', async () => {
  const { owner, deps } = world.gateway;
  const expired = await world.order(client);
  const late = await world.order(client);
  const lost = await world.order(client);
  const partial = await world.order(client, 2);
  const ordinary = await world.order(client);
  const minute = (n: number) => new Date(NOW.getTime() - n * MINUTE_MS);
  await world.provider.sendEvents(
    providerEvent(expired.labels[0] ?? '', 'expirado', minute(1)),
    providerEvent(late.labels[0] ?? '', 'demorado', minute(1)),
    providerEvent(lost.labels[0] ?? '', 'extraviado', minute(1)),
    providerEvent(ordinary.labels[0] ?? '', 'retirado', minute(1)),
  );
  await world.gateway.call(cancelShipment, { by: client, params: { id: partial.labels[0] ?? '' } });
  const old = "order_state = 'en_curso', can_request_edit = false, updated_at = updated_at";
  await owner(`UPDATE orders SET ${old}, state_group = 'final' WHERE id = ANY($1)`, [[expired.id, lost.id]]);
  await owner(`UPDATE orders SET ${old}, state_group = 'en_camino' WHERE id = ANY($1)`, [[late.id, partial.id]]);
  expect(await findInconsistencies(owner, [client.clientId])).not.toEqual([]);

  await owner(NAME_STALE);
  const stale = await owner<{ id: number }>('SELECT order_pk AS id FROM stale_orders ORDER BY 1');
  const expected = [expired.id, late.id, lost.id, partial.id].sort((a, b) => a - b);
  expect(stale.map(({ id }) => id)).toEqual(expected);

  const enqueued: object[] = [];
  const jobs = {
    ...deps.jobs,
    enqueue: async (_: unknown, queue: object, job: object) => void enqueued.push(queue, job),
  };
  await enqueueStaleOrders({ ...deps, jobs });
  expect(enqueued).toEqual([staleOrders, { clientId: client.clientId }]);
  const untouched = await owner('SELECT xmin::text FROM orders WHERE id = $1', [ordinary.id]);
  // Two nodes run the job concurrently.
  const { signal } = new AbortController();
  await Promise.all([1, 2].map(() => refreshStaleOrders(deps, client.clientId, signal)));
  expect(await findInconsistencies(owner, [client.clientId])).toEqual([]);
  expect(await counterDrift(owner)).toEqual([]);
  expect(await owner('SELECT xmin::text FROM orders WHERE id = $1', [ordinary.id])).toEqual(untouched);
  expect(await owner('SELECT FROM stale_orders')).toEqual([]);
});
