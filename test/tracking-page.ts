import { orderRoutes } from '#server/features/order/order.routes.ts';
import { trackingRoutes } from '#server/features/tracking/tracking.routes.ts';
import { createOrder } from '#shared/orders.ts';
import { type Gateway, startGateway, type TestClient } from './gateway.ts';
import { newOrder } from './new-order.ts';

type Event = [at: string, state: string, code: string | null, reason?: string];

/** The public tracking pages of one client's orders. */
export interface TrackingPages extends Gateway {
  client: TestClient;
  /** Makes an order and answers its tracking id. */
  create(changes?: Record<string, unknown>): Promise<string>;
  open(id: string): Promise<{ status: number; headers: Headers; page: string }>;
  /** What the provider tells of a shipment, in the order in which it is told; the newest state is the current one. */
  tell(label: string, events: readonly Event[]): Promise<void>;
}

export async function startTrackingPages(settings: NodeJS.ProcessEnv = {}): Promise<TrackingPages> {
  const gateway = await startGateway([orderRoutes, (_mount, deps, http) => trackingRoutes(http, deps)], settings);
  const client = await gateway.addClient();
  return {
    ...gateway,
    client,
    create: async (changes = {}) =>
      (await gateway.call(createOrder, { by: client, body: newOrder(changes) })).body.results.tracking_id,
    async open(id) {
      const answer = await gateway.fetch(`/seguimiento/${id}`, { redirect: 'manual' });
      return { status: answer.status, headers: answer.headers, page: await answer.text() };
    },
    async tell(label, events) {
      for (const [at, state, code, reason = null] of events) {
        await gateway.owner(
          `INSERT INTO shipment_events (client_id, shipment_id, at, state, state_code, reason)
           SELECT client_id, id, $2::timestamptz, $3, $4, $5 FROM shipments WHERE label = $1`,
          [label, at, state, code, reason],
        );
      }
      const [newest] = [...events].sort(([a], [b]) => Date.parse(b) - Date.parse(a));
      await gateway.owner('UPDATE shipments SET state = $2, state_code = $3 WHERE label = $1', [
        label,
        newest?.[1],
        newest?.[2],
      ]);
    },
  };
}

/** Texts of a page's elements of a class, tags taken out. */
export function textsOf(page: string, className: string): string[] {
  return [...page.matchAll(new RegExp(`<(\\w+) class="${className}"[^>]*>(.*?)</\\1>`, 'gs'))].map(([, , inner = '']) =>
    inner.replace(/<[^>]+>/g, '').trim(),
  );
}
