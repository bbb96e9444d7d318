import { afterAll, beforeAll } from 'vitest';
import { modificationRoutes } from '#server/orders/modification/modification.routes.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { shipmentRoutes } from '#server/orders/shipment/shipment.routes.ts';
import { requestModification } from '#shared/orders/modifications.ts';
import { readOrder } from '#shared/orders/orders.ts';
import { decideModification, listModifications } from '#shared/orders/staff-modifications.ts';
import { orderEdit } from '#test/order-factory.ts';
import { parcelEvent } from '#test/provider-client.ts';
import { NOW, type ShipmentFixture, startShipmentFixture } from '#test/shipment-fixture.ts';
import type { TestClient } from '#test/test-gateway.ts';

export let world: ShipmentFixture;
export let client: TestClient;
export let other: TestClient;

/** Starts the gateway before the tests of a file, with two clients, and stops it after them. */
export function setUpModificationTests(): void {
  beforeAll(async () => {
    world = await startShipmentFixture([orderRoutes, shipmentRoutes, modificationRoutes]);
    client = await world.gateway.addClient();
    other = await world.gateway.addClient();
  });
  afterAll(() => world?.gateway.stop());
}

/** Creates an order with two shipments. */
export const order = async (by = client, changes: Record<string, unknown> = {}) => {
  const { labels, ...made } = await world.order(by, 2, changes);
  return { ...made, labels, label: labels[0] ?? '' };
};

/** Creates an order whose first parcel is collected. */
export async function collected(by = client) {
  const made = await order(by);
  await world.provider.sendEvents(parcelEvent(made.label, 'retirado', NOW));
  return made;
}

export const edit = (id: string, changes: Record<string, unknown> = {}, by = client) =>
  world.gateway.call(requestModification, { by, params: { id }, body: orderEdit(changes) as never });
export const detail = async (id: string) =>
  (await world.gateway.call(readOrder, { by: client, params: { id } })).body.results;
export const receiverOf = async (id: string) => (await detail(id)).shippings[0]?.receiver;
export const decide = (clientId: number, id: number, body: object) =>
  world.gateway.call(decideModification, { headers: world.provider.headers, params: { clientId, id }, body });
/** Returns the provider's list of requests. */
export const waiting = async (filter: Record<string, string> = {}) =>
  (await world.gateway.call(listModifications, { headers: world.provider.headers, query: { limit: 1000, filter } }))
    .body.results;
