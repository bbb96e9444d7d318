import { createOrder } from '#shared/orders/new-order.ts';
import { listOrders, readOrder } from '#shared/orders/orders.ts';
import { exportShipments } from '#shared/orders/shipments.ts';
import type { HttpClient } from '#test/callers/http-client.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';
import { logIn, signUp } from '#test/fixtures/sender-factory.ts';
import type { FakeMailServer } from '#test/services/fake-mail-server.ts';

const SENDERS = 5;
const SESSIONS_EACH = 10;

/** Opens fifty sessions, ten for each of five companies. */
export async function openSessions(app: HttpClient, mail: FakeMailServer): Promise<string[]> {
  const tokens: string[] = [];
  for (let n = 0; n < SENDERS; n++) {
    const { username, password, token } = await signUp(app, mail);
    tokens.push(token);
    for (let more = 1; more < SESSIONS_EACH; more++) tokens.push(await logIn(app, username, password));
  }
  return tokens;
}

/** Results of a load so far. */
export interface Load {
  /** Durations of the calls in ms. */
  took: number[];
  /** Failed calls, described. */
  failed: string[];
  /** Number of lists or exports without the same user's previous order. */
  stale: number;
  /** Resolves when every user has finished its last call. */
  end(): Promise<void>;
}

/**
 * Runs one user per token, each on its own connection, one call after the other: creates an order, finds it on the
 * list, reads it, then lists and reads more. Of ten calls, one creates, seven list, two read. Nothing is sent twice.
 *
 * @param exports whether users export shipments instead of listing orders
 * @param thinks maximum pause in ms before most calls; 0 finds the machine's limits
 */
export function startLoad(app: HttpClient, tokens: readonly string[], { thinks = 1000, exports = false } = {}): Load {
  const load = { took: [] as number[], failed: [] as string[], stale: 0 };
  let over = false;
  const think = () => (thinks > 0 ? new Promise((resolve) => setTimeout(resolve, thinks * Math.random())) : undefined);

  async function counted<T extends { status: number }>(name: string, call: () => Promise<T>): Promise<T | null> {
    const begun = performance.now();
    try {
      const answer = await call();
      load.took.push(performance.now() - begun);
      if (answer.status === 200) return answer;
      load.failed.push(`${name}: ${answer.status}`);
    } catch (error) {
      load.failed.push(`${name}: ${(error as Error).cause ?? error}`);
      // Avoids a thousand requests a second to a stopped proxy.
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return null;
  }

  async function work(token: string, user: number): Promise<void> {
    const listed = (limit: number) => counted('list', () => app.call(listOrders, { token, query: { limit } }));
    const exported = () => counted('export', () => app.call(exportShipments, { token }));
    const list = (limit: number) => (exports ? exported() : listed(limit));
    const contains = (answer: { bytes: Uint8Array } | null, orderId: string) =>
      answer === null || Buffer.from(answer.bytes).includes(`"${orderId}"`);
    for (let n = 1; !over; n++) {
      await think();
      const body = newOrder({ order_id: `U${user}-${n}` });
      const created = await counted('create', () => app.call(createOrder, { token, body }));
      if (!created) continue;
      const { id, order_id } = created.body.results;
      const read = () => counted('detail', () => app.call(readOrder, { token, params: { id: String(id) } }));
      if (!contains(await list(50), order_id)) load.stale++;
      await read();
      for (let more = 0; more < 3 && !over; more++) {
        await think();
        await list(10);
        await list(10);
        if (more === 0) await read();
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
