import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/domain/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { newOrder, shipment } from './order-factory.ts';
import { type ProviderClient, startProviderClient } from './provider-client.ts';
import { startTestGateway, type TestClient, type TestGateway } from './test-gateway.ts';

/** Creation time of the tests' parcels, and the time of all other actions. */
export const CREATED = new Date('2026-03-02T12:00:00Z');
export const NOW = new Date('2026-03-20T12:00:00Z');

/** Returns 09:00 in Buenos Aires on a day of that month. */
export const on = (day: number, minute = 0) => new Date(Date.UTC(2026, 2, day, 12, minute));

/** An order of a test. */
export interface CreatedOrder {
  id: number;
  order_id: string;
  tracking_id: string;
  labels: string[];
}

/** A gateway with events of the provider and calls of clients. */
export interface ShipmentFixture {
  gateway: TestGateway;
  provider: ProviderClient;
  /** Creates an order, by default of one parcel and at CREATED; sets the clock to NOW afterwards. */
  order(by: TestClient, parcels?: number, changes?: Record<string, unknown>, created?: Date): Promise<CreatedOrder>;
  /** Creates an order of one parcel and returns its label. */
  parcel(by: TestClient): Promise<string>;
  /** Returns the states of a parcel's history by time. */
  statesOf(label: string | undefined): Promise<string[]>;
}

/** Starts the fixture with these features; `more` are further dependencies. */
export async function startShipmentFixture(
  features: ((mount: Mount, deps: Deps, http: FastifyInstance) => void)[],
  more: Partial<Deps> = {},
): Promise<ShipmentFixture> {
  const gateway = await startTestGateway(features, {}, more);
  const provider = await startProviderClient(gateway.deps, gateway);
  const order: ShipmentFixture['order'] = async (by, parcels = 1, changes = {}, created = CREATED) => {
    gateway.setTime(created);
    const shipments = Array.from({ length: parcels }, () => shipment());
    const { status, body } = await gateway.call(createOrder, { by, body: newOrder({ shipments, ...changes }) });
    gateway.setTime(NOW);
    if (status !== 200) throw new Error(`the order was refused: ${status} ${body.message}`);
    const { id, order_id, tracking_id } = body.results;
    return { id, order_id, tracking_id, labels: shipments.map((_, n) => `${tracking_id}-${n + 1}`) };
  };
  return {
    gateway,
    provider,
    order,
    parcel: async (by) => (await order(by)).labels[0] ?? '',
    async statesOf(label) {
      const rows = await gateway.owner<{ state: string }>(
        `SELECT e.state FROM shipment_events e JOIN shipments s ON s.id = e.shipment_id WHERE s.label = $1
         ORDER BY e.at, e.recorded_at`,
        [label],
      );
      return rows.map(({ state }) => state);
    },
  };
}
