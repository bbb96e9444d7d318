import { setTimeout as sleep } from 'node:timers/promises';
import { createOrder } from '#shared/orders/new-order.ts';
import { type LiveStream, openStream } from '#test/callers/change-stream.ts';
import type { HttpClient } from '#test/callers/http-client.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';

/** Portals with a live stream that reconnect. */
export interface LiveReaders {
  /** Number of reconnected streams. */
  back(): number;
  /** Creates an order for each. @returns the number of portals that received the event within ten seconds */
  countEventsReceived(app: HttpClient): Promise<number>;
  hangUp(): void;
}

/** Opens a live stream for each session. */
export async function startReaders(url: string, tokens: readonly string[]): Promise<LiveReaders> {
  let over = false;
  const readers = tokens.map((token) => ({ token, stream: null as LiveStream | null, opened: 0 }));

  async function keep(reader: (typeof readers)[number], begun: () => void): Promise<void> {
    while (!over) {
      try {
        const stream = await openStream(url, reader.token, reader.stream?.lastId());
        if (stream.status === 200) {
          reader.stream = stream;
          reader.opened++;
          begun();
          await stream.ended;
        }
      } catch {
        // Reconnects like a browser.
      }
      if (!over) await sleep(500 + 500 * Math.random());
    }
  }

  await Promise.all(readers.map((reader) => new Promise<void>((begun) => void keep(reader, begun))));
  return {
    back: () => readers.filter(({ opened }) => opened > 1).length,
    async countEventsReceived(app) {
      const received = readers.map(async ({ token, stream }) => {
        const before = stream?.events().length ?? 0;
        await app.call(createOrder, { token, body: newOrder() });
        for (const end = Date.now() + 10_000; Date.now() < end; await sleep(50)) {
          if ((stream?.events().length ?? 0) > before) return true;
        }
        return false;
      });
      return (await Promise.all(received)).filter(Boolean).length;
    },
    hangUp() {
      over = true;
      for (const { stream } of readers) stream?.hangUp();
    },
  };
}
