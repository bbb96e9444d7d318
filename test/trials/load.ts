import { createOrder, listOrders, readOrder } from '#shared/orders.ts';
import type { HttpClient } from '#test/http-client.ts';
import { newOrder } from '#test/new-order.ts';

/** Milliseconds that a user thinks at the most: the machine's own limits are not what is tried. */
const THINKS_MS = 1000;

const think = () => new Promise((resolve) => setTimeout(resolve, THINKS_MS * Math.random()));

/** What a load has done until now. */
export interface Load {
  made: number;
  /** Calls that weren't answered as they should be, in words. */
  failed: string[];
  /** Lists that didn't hold the order that the same user had made before. */
  stale: number;
  /** Settles when every user has finished its last call. */
  end(): Promise<void>;
}

/**
 * Keeps as many users at work as there are tokens: each makes an order, sees it on its list and reads it, then lists
 * and reads some more, one call after the other. Nothing is sent twice.
 */
export function startLoad(app: HttpClient, tokens: readonly string[]): Load {
  const load = { made: 0, failed: [] as string[], stale: 0 };
  let over = false;

  async function counted<T extends { status: number }>(name: string, call: () => Promise<T>): Promise<T | null> {
    try {
      const answer = await call();
      load.made++;
      if (answer.status === 200) return answer;
      load.failed.push(`${name}: ${answer.status}`);
    } catch (error) {
      load.failed.push(`${name}: ${(error as Error).cause ?? error}`);
      // A proxy that is gone shall not be asked a thousand times a second.
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return null;
  }

  async function work(token: string, user: number): Promise<void> {
    for (let n = 1; !over; n++) {
      await think();
      const body = newOrder({ order_id: `U${user}-${n}` });
      const created = await counted('create', () => app.call(createOrder, { token, body }));
      if (!created) continue;
      const { id, order_id } = created.body.results;
      const list = await counted('list', () => app.call(listOrders, { token, query: { limit: 50 } }));
      if (list && !list.body.results.some((order) => order.order_id === order_id)) load.stale++;
      await counted('detail', () => app.call(readOrder, { token, params: { id: String(id) } }));
      for (let read = 0; read < 3 && !over; read++) {
        await think();
        await counted('list', () => app.call(listOrders, { token, query: { limit: 10 } }));
        await counted('detail', () => app.call(readOrder, { token, params: { id: String(id) } }));
      }
    }
  }

  const working = Promise.all(tokens.map(work));
  return Object.assign(load, {
    async end() {
      over = true;
      await working;
    },
  });
}
