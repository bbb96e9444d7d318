import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { shipmentRoutes } from '#server/orders/shipment/shipment.routes.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/kit/time-units.ts';
import { readClientOverview } from '#shared/people/staff-clients.ts';
import type { TestClient } from '#test/app/test-gateway.ts';
import { providerEvent } from '#test/callers/provider-client.ts';
import { NOW, type ShipmentFixture, startShipmentFixture } from '#test/fixtures/shipment-fixture.ts';
import { pendingRoutes } from './pending.routes.ts';

let world: ShipmentFixture;
let client: TestClient;
let other: TestClient;
beforeAll(async () => {
  world = await startShipmentFixture([orderRoutes, shipmentRoutes, pendingRoutes]);
  client = await world.gateway.addClient();
  other = await world.gateway.addClient();
});
afterAll(() => world?.gateway.stop());

const overview = (clientId: number) =>
  world.gateway.call(readClientOverview, { headers: world.provider.headers, params: { clientId } });

test('the provider reads how many orders of a client are in each state and what waits for it, of no other client', async () => {
  await world.order(client, 1);
  const { labels } = await world.order(client, 1);
  for (const [index, state] of ['retirado', 'en_curso', 'no_entregado'].entries()) {
    const at = new Date(NOW.getTime() - HOUR_MS + index * MINUTE_MS);
    await world.provider.sendEvents(providerEvent(labels[0] ?? '', state, at));
  }
  const { body } = await overview(client.clientId);
  expect(body.results.orders).toEqual([
    { state: 'con_problema', total: 1 },
    { state: 'por_imprimir', total: 1 },
  ]);
  expect(body.results.pending).toEqual([
    { kind: 'failed_visit', total: 1, overdue: 0 },
    { kind: 'print', total: 1, overdue: 0 },
  ]);
  expect((await overview(other.clientId)).body.results).toEqual({ orders: [], pending: [] });
});

test('an unknown client is not found, and a sender can’t read it', async () => {
  expect((await overview(123_456_789)).status).toBe(404);
  const { clientId } = client;
  expect((await world.gateway.call(readClientOverview, { by: client, params: { clientId } })).status).toBe(401);
});
