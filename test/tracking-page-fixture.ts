import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { shipmentRoutes } from '#server/orders/shipment/shipment.routes.ts';
import { trackingRoutes } from '#server/orders/tracking/tracking.routes.ts';
import { createTrackingSource } from '#server/orders/tracking/tracking.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { newOrder } from './order-factory.ts';
import { parcelEvent, startProviderClient } from './provider-client.ts';
import { startTestGateway, type TestClient, type TestGateway } from './test-gateway.ts';

type Event = [at: string, state: string, reason?: string];

/** Public tracking pages of one client's orders. */
export interface TrackingPages extends TestGateway {
  /** Creates an order of the client, or of another one. Returns its tracking id. */
  create(changes?: Record<string, unknown>, by?: TestClient): Promise<string>;
  open(id: string): Promise<{ status: number; headers: Headers; page: string }>;
  /** Sends events of a shipment in this order, after all of them have happened. */
  record(label: string, ...events: Event[]): Promise<void>;
}

/** @param more features besides orders and parcels */
export async function startTrackingPages(
  settings: NodeJS.ProcessEnv = {},
  more: Parameters<typeof startTestGateway>[0] = [],
): Promise<TrackingPages> {
  const gateway = await startTestGateway(
    [
      ...more,
      orderRoutes,
      shipmentRoutes,
      (_mount, deps, http) => trackingRoutes(http, deps, createTrackingSource(deps)),
    ],
    settings,
  );
  const client = await gateway.addClient();
  const provider = await startProviderClient(gateway.deps, gateway);
  return {
    ...gateway,
    async create(changes = {}, by = client) {
      const { status, body } = await gateway.call(createOrder, { by, body: newOrder(changes) });
      if (status !== 200) throw new Error(`${status} ${body.message}`);
      return body.results.tracking_id;
    },
    async open(id) {
      const answer = await gateway.fetch(`/seguimiento/${id}`, { redirect: 'manual' });
      return { status: answer.status, headers: answer.headers, page: await answer.text() };
    },
    async record(label, ...events) {
      gateway.setTime(new Date(Math.max(...events.map(([at]) => Date.parse(at)))));
      const parcelEvents = events.map(([at, state, reason]) => parcelEvent(label, state, at, { reason }));
      const refused = (await provider.sendEvents(...parcelEvents)).filter((result) => result !== 'recorded');
      if (refused.length > 0) throw new Error(refused.join('. '));
    },
  };
}

/** Returns the texts of a page's elements of a class, without tags. */
export function textsOf(page: string, className: string): string[] {
  return [...page.matchAll(new RegExp(`<(\\w+) class="${className}"[^>]*>(.*?)</\\1>`, 'gs'))].map(([, , inner = '']) =>
    inner.replace(/<[^>]+>/g, '').trim(),
  );
}
