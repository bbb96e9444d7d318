import { expect } from 'vitest';
import { counterDrift } from '#server/db/counter-drift.ts';
import { modificationRoutes } from '#server/orders/modification/modification.routes.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { shipmentRoutes } from '#server/orders/shipment/shipment.routes.ts';
import { statisticsRoutes } from '#server/orders/statistics/statistics.routes.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { correctEvent, recordEvents } from '#shared/orders/staff-events.ts';
import { readOperatorShipment } from '#shared/orders/staff-shipments.ts';
import { findInconsistencies } from './consistency.ts';
import { startOperatorGateway } from './operator-client.ts';
import { newOrder } from './order-factory.ts';
import { parcelEvent } from './provider-client.ts';
import { on } from './shipment-fixture.ts';
import { findStockDrift } from './stock-drift.ts';
import { warehouseFeatures } from './stock-fixture.ts';
import type { TestClient } from './test-gateway.ts';

export const DELIVERED = ['retirado', 'en_curso', 'entregado'];

/** Starts a gateway with the features that a correction of an event changes. */
export async function startCorrections() {
  const { gateway, operator } = await startOperatorGateway([
    orderRoutes,
    shipmentRoutes,
    modificationRoutes,
    statisticsRoutes,
    ...warehouseFeatures,
  ]);
  let corrections = 0;

  async function send(label: string, ...states: string[]): Promise<string[]> {
    if (states.length === 0) return [];
    const events = states.map((state, index) => parcelEvent(label, state, on(3 + index)));
    const { body } = await operator(recordEvents, { body: { events, accept_unknown: true } });
    expect(body.results.map(({ reason }) => reason)).toEqual(states.map(() => null));
    return events.map(({ event_id }) => event_id);
  }

  return {
    gateway,
    operator,
    send,
    /** Creates an order of the client and sends these states of its first parcel, one a day from the third on. */
    async parcel(by: TestClient, states: string[], changes: Record<string, unknown> = {}) {
      gateway.setTime(on(2));
      const { body } = await gateway.call(createOrder, { by, body: newOrder(changes) });
      const label = `${body.results.tracking_id}-1`;
      gateway.setTime(on(20));
      const ids = await send(label, ...states);
      return { label, id: body.results.id, order_id: body.results.order_id, ids, last: ids.at(-1) ?? '' };
    },
    correct: (label: string, corrects: string, changes: Record<string, unknown> = {}) =>
      operator(correctEvent, {
        params: { label },
        body: {
          corrects,
          event_id: `c-${++corrections}`,
          correction_reason: 'Escaneo equivocado',
          ...changes,
        } as never,
      }),
    history: async (label: string) =>
      (await operator(readOperatorShipment, { params: { label } })).body.results.history,
    /** Checks that states, flags, counters and stock of the client equal a recount. */
    async expectRecounted({ clientId }: TestClient): Promise<void> {
      expect(await findInconsistencies(gateway.owner, [clientId])).toEqual([]);
      expect(await counterDrift(gateway.owner)).toEqual([]);
      expect(await findStockDrift(gateway.owner)).toEqual([]);
    },
  };
}
