import { setTimeout as sleep } from 'node:timers/promises';
import { createOrder } from '#shared/orders.ts';
import { type LiveStream, openStream } from '#test/change-stream.ts';
import type { HttpClient } from '#test/http-client.ts';
import { newOrder } from '#test/order-factory.ts';

/** Portals that stay on the line and come back when it breaks. */
export interface LiveReaders {
  /** How many have lost their stream and have one again. */
  back(): number;
  /** Makes an order for each. @returns how many heard of it within ten seconds */
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
        // Comes back like a browser.
      }
      if (!over) await sleep(500 + 500 * Math.random());
    }
  }

  await Promise.all(readers.map((reader) => new Promise<void>((begun) => void keep(reader, begun))));
  return {
    back: () => readers.filter(({ opened }) => opened > 1).length,
    async countEventsReceived(app) {
      const heard = readers.map(async ({ token, stream }) => {
        const before = stream?.events().length ?? 0;
        await app.call(createOrder, { token, body: newOrder() });
        for (const end = Date.now() + 10_000; Date.now() < end; await sleep(50)) {
          if ((stream?.events().length ?? 0) > before) return true;
        }
        return false;
      });
      return (await Promise.all(heard)).filter(Boolean).length;
    },
    hangUp() {
      over = true;
      for (const { stream } of readers) stream?.hangUp();
    },
  };
}
