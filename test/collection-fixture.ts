import { collectionRoutes } from '#server/orders/collection/collection.routes.ts';
import { labelRoutes } from '#server/orders/label/label.routes.ts';
import { modificationRoutes } from '#server/orders/modification/modification.routes.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { shipmentRoutes } from '#server/orders/shipment/shipment.routes.ts';
import { batchOrderLabels } from '#shared/orders/labels.ts';
import { listCollections } from '#shared/orders/staff-collections.ts';
import {
  cancelManifest,
  checkCodes,
  handOverManifest,
  type ManifestDetail,
  openManifest,
  readManifest,
} from '#shared/orders/staff-manifests.ts';
import { type CreatedOrder, NOW, type ShipmentFixture, startShipmentFixture } from './shipment-fixture.ts';
import type { TestClient } from './test-gateway.ts';

/** Scans of a test: codes, by default scanned now. */
export const scansOf = (codes: readonly string[], at: Date = NOW) =>
  codes.map((code) => ({ code, at: at.toISOString() }));

/** Starts a gateway with collections, and calls of the provider about them. */
export async function startCollectionFixture() {
  const world: ShipmentFixture = await startShipmentFixture([
    orderRoutes,
    shipmentRoutes,
    labelRoutes,
    modificationRoutes,
    collectionRoutes,
  ]);
  const { gateway, provider } = world;
  const { headers } = provider;

  /** Prints the labels of orders by their sender. */
  async function print(by: TestClient, ...orders: CreatedOrder[]): Promise<void> {
    const body = { orders_id: orders.map(({ id }) => id) };
    const { status } = await gateway.call(batchOrderLabels, { by, body });
    if (status !== 200) throw new Error(`the labels were refused: ${status}`);
  }

  return {
    ...world,
    print,
    /** Creates printed orders. @returns their labels */
    async printed(by: TestClient, parcels: readonly number[] = [1], changes: Record<string, unknown> = {}) {
      const orders: CreatedOrder[] = [];
      for (const count of parcels) orders.push(await world.order(by, count, changes));
      await print(by, ...orders);
      return orders.flatMap(({ labels }) => labels);
    },
    addressOf: async (by: TestClient): Promise<number> => {
      const [row] = await gateway.owner<{ id: string }>(
        'SELECT id FROM sender_addresses WHERE client_id = $1 AND main_address',
        [by.clientId],
      );
      return Number(row?.id);
    },
    list: async (filter: object = {}) =>
      (await gateway.call(listCollections, { headers, query: { limit: 1000, filter } })).body,
    open: (clientId: number, address_id: number) =>
      gateway.call(openManifest, { headers, params: { clientId }, body: { address_id } }),
    read: async (number: string): Promise<ManifestDetail> =>
      (await gateway.call(readManifest, { headers, params: { number } })).body.results,
    cancel: (number: string, reason = 'Sin chofer') =>
      gateway.call(cancelManifest, { headers, params: { number }, body: { reason } }),
    check: async (number: string, codes: readonly string[]) =>
      (await gateway.call(checkCodes, { headers, params: { number }, body: { codes: [...codes] } })).body.results,
    handOver: (number: string, scans: readonly { code: string; at: string }[]) =>
      gateway.call(handOverManifest, { headers, params: { number }, body: { scans: [...scans] } }),
  };
}

export type CollectionFixture = Awaited<ReturnType<typeof startCollectionFixture>>;
