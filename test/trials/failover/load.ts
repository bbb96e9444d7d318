import { setTimeout as sleep } from 'node:timers/promises';
import { messages } from '#shared/kit/messages.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { listOrders } from '#shared/orders/orders.ts';
import type { HttpClient } from '#test/callers/http-client.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';
import { uniqueText } from '#test/fuzz/unique-text.ts';

/** Parallel writers of a session. */
const WRITERS_EACH = 4;

/** Pause of a writer after an order, and before it repeats a call, in ms. */
const PAUSE_MS = 150;
const REPEAT_MS = 250;

/** A writer lists its orders after each fifth order. */
const LISTS = 5;

/** An order with its response, and how to repeat the call. */
interface Acknowledged {
  tracking: string;
  repeat(): Promise<string | undefined>;
}

/** Writers with idempotency keys, who repeat a failed call with the same key until it succeeds. */
export interface Writers {
  /** Acknowledged orders, by the client's order number. */
  acknowledged: Map<string, Acknowledged>;
  /** Responses other than 200, by status and message, and how many there were. */
  refused: Map<string, number>;
  /** Longest time in ms without an acknowledgement since `mark`. */
  longestSilence(): number;
  /** Begins a new measurement of the longest silence. */
  mark(): void;
  /** Resolves with the first acknowledgement of a call that began later; null after `ms`. */
  written(ms: number): Promise<number | null>;
  /** Ends when each writer's last order is acknowledged. */
  end(): Promise<void>;
}

/** What every refused call must be. */
export const UNAVAILABLE = `503 ${messages.unavailable}`;

/** Starts four writers for each session, on both nodes in turn. */
export function startWriters(nodes: readonly HttpClient[], tokens: readonly string[], prefix: string): Writers {
  const acknowledged: Writers['acknowledged'] = new Map();
  const refused: Writers['refused'] = new Map();
  const waiting = new Set<{ since: number; resolve: (at: number) => void }>();
  let over = false;
  let last = performance.now();
  let longest = 0;

  /** Makes a call. @returns null after a refusal, which is counted */
  async function attempt<T extends { status: number; body: { message?: string } }>(call: () => Promise<T>) {
    const said = await call().then(
      (answer) => (answer.status === 200 ? answer : `${answer.status} ${answer.body?.message}`),
      (error: Error) => `no response: ${error.cause ?? error}`,
    );
    if (typeof said !== 'string') return said;
    refused.set(said, (refused.get(said) ?? 0) + 1);
    return null;
  }

  function wrote(begun: number): void {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    for (const one of [...waiting].filter(({ since }) => begun > since)) {
      waiting.delete(one);
      one.resolve(now);
    }
  }

  async function write(token: string, writer: number): Promise<void> {
    const node = (n: number) => nodes[(writer + n) % nodes.length] as HttpClient;
    for (let n = 1; !over; n++) {
      const body = newOrder({ order_id: `${prefix}-${writer}-${n}` });
      const headers = { 'idempotency-key': uniqueText('conmutada-') };
      for (let tries = 0; ; tries++) {
        const begun = performance.now();
        const made = await attempt(() => node(tries).call(createOrder, { token, body, headers }));
        if (made) {
          const repeat = async () =>
            (await node(tries).call(createOrder, { token, body, headers })).body.results?.tracking_id;
          acknowledged.set(String(body.order_id), { tracking: made.body.results.tracking_id, repeat });
          wrote(begun);
          break;
        }
        await sleep(REPEAT_MS);
      }
      if (n % LISTS === 0) await attempt(() => node(n).call(listOrders, { token, query: { limit: 10 } }));
      await sleep(PAUSE_MS * (0.5 + Math.random()));
    }
  }

  const numbered = tokens.flatMap((token) => Array<string>(WRITERS_EACH).fill(token));
  const working = Promise.all(numbered.map(write));
  return {
    acknowledged,
    refused,
    longestSilence: () => Math.max(longest, performance.now() - last),
    mark() {
      longest = 0;
      last = performance.now();
    },
    written(ms) {
      const since = performance.now();
      const first = new Promise<number>((resolve) => waiting.add({ since, resolve }));
      const late = sleep(ms, null, { ref: false });
      return Promise.race([first.then((at) => at - since), late]);
    },
    async end() {
      over = true;
      await working;
    },
  };
}
