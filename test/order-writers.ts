import { createOrder } from '#shared/orders.ts';
import type { HttpClient } from './http-client.ts';
import { newOrder } from './new-order.ts';

/** Bodies that were sent, by idempotency key; the answer's tracking id and when it came, once it did. */
export type Ledger = Map<string, { body: ReturnType<typeof newOrder>; tracking: string | null; at: number }>;

/** Tracking ids of the orders that were answered for, up to a moment. */
export const acknowledgedIn = (ledger: Ledger, until = Number.POSITIVE_INFINITY) =>
  [...ledger.values()].flatMap(({ tracking, at }) => (tracking && at < until ? tracking : []));

/** Creates orders without a pause until the server stops answering or `enough` says so. */
export async function write(api: HttpClient, token: string, ledger: Ledger, enough: () => boolean): Promise<void> {
  while (!enough()) {
    const key = crypto.randomUUID();
    const entry = { body: newOrder(), tracking: null as string | null, at: 0 };
    ledger.set(key, entry);
    const answer = await api
      .call(createOrder, { token, body: entry.body, headers: { 'idempotency-key': key } })
      .catch(() => null);
    if (answer?.status === 200) Object.assign(entry, { tracking: answer.body.results.tracking_id, at: Date.now() });
    else if (answer === null) return;
    else await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
