import { setTimeout as sleep } from 'node:timers/promises';
import { createOrder } from '#shared/orders/new-order.ts';
import { cancelOrder } from '#shared/orders/orders.ts';
import type { HttpClient } from '#test/callers/http-client.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';
import { uniqueText } from '#test/fuzz/unique-text.ts';

/** A requested order, and the server's response. */
export interface WriteRecord {
  body: ReturnType<typeof newOrder>;
  /** Tracking id and time of the response, in ms since 1970; null before the response. */
  tracking: string | null;
  at: number;
  /** Whether a cancellation was requested, and whether it was acknowledged. */
  cancelled: 'no' | 'asked' | 'answered';
}

/** Requested orders, by idempotency key. */
export type WriteLog = Map<string, WriteRecord>;

/** Returns the tracking ids of orders acknowledged up to a time. */
export const acknowledgedOrders = (writes: WriteLog, until = Number.POSITIVE_INFINITY) =>
  [...writes.values()].flatMap(({ tracking, at }) => (tracking && at < until ? tracking : []));

/** The writer cancels one in this many orders. */
const CANCELLED = 4;

const create = (api: HttpClient, token: string, key: string, body: WriteRecord['body']) =>
  api.call(createOrder, { token, body, headers: { 'idempotency-key': key } });

const cancel = (api: HttpClient, token: string, tracking: string) =>
  api.call(cancelOrder, { token, params: { id: tracking } });

/**
 * Creates orders and cancels some until the server stops responding or `enough` returns true.
 * @param pauseMs pause after each order
 */
export async function writeOrders(
  api: HttpClient,
  token: string,
  writes: WriteLog,
  enough: () => boolean,
  pauseMs = 0,
): Promise<void> {
  for (let made = 1; !enough(); made++) {
    const key = uniqueText('escrita-');
    const entry: WriteRecord = { body: newOrder(), tracking: null, at: 0, cancelled: 'no' };
    writes.set(key, entry);
    try {
      const { status, body } = await create(api, token, key, entry.body);
      if (status === 200) {
        Object.assign(entry, { tracking: body.results.tracking_id, at: Date.now() });
        if (made % CANCELLED === 0) {
          entry.cancelled = 'asked';
          const answer = await cancel(api, token, body.results.tracking_id);
          if (answer.status === 200) entry.cancelled = 'answered';
        }
        if (pauseMs > 0) await sleep(pauseMs);
      } else await sleep(50);
    } catch {
      return;
    }
  }
}

/** Number of parallel calls when everything is repeated. */
const AT_ONCE = 4;

/** Retries a call while the response is 503, like a client that follows Retry-After. */
async function retryWhile503<T extends { status: number }>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await call();
    if (answer.status !== 503) return answer;
    await sleep(500);
  }
}

/**
 * Repeats all calls with their idempotency keys, like a sender without a response.
 *
 * @returns calls with another response than before, or none; empty when all match
 */
export async function resendAll(api: HttpClient, token: string, writes: WriteLog): Promise<string[]> {
  const wrong: string[] = [];
  const entries = writes.entries();
  async function work(): Promise<void> {
    for (const [key, entry] of entries) {
      const { status, body } = await retryWhile503(() => create(api, token, key, entry.body));
      const tracking = body.results?.tracking_id;
      if (status !== 200) wrong.push(`order ${entry.body.order_id}: ${status} ${body.message}`);
      else if (entry.tracking && entry.tracking !== tracking) wrong.push(`${entry.tracking} became ${tracking}`);
      if (status !== 200 || entry.cancelled === 'no') continue;
      const again = await retryWhile503(() => cancel(api, token, tracking));
      if (again.status !== 200) wrong.push(`cancelling ${tracking}: ${again.status} ${again.body.message}`);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return wrong;
}
