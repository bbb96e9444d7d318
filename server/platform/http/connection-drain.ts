import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';

/** Drains connections before the server stops listening, so that the proxy stops using this node and loses no call. */
export interface ConnectionDrain {
  /**
   * Closes each connection after its next response. In the second half of the time, answers reads with 502 unprocessed: a
   * proxy with passive health checks retries them on another node and stops sending writes. Not 503, which an overloaded
   * node answers: a proxy must not mark this node, perhaps the last one, as failed.
   *
   * @param seconds maximum time for which calls are still accepted
   * @returns resolves when no calls have arrived for a while, or at the end of the time
   */
  begin(seconds: number): Promise<void>;
}

/** Time without calls after which the proxy has stopped using this node, in ms. */
const QUIET_MS = 500;

const READS = new Set(['GET', 'HEAD']);

/** Adds connection draining to a server. Must be called before routes are mounted. */
export function createConnectionDrain(app: FastifyInstance): ConnectionDrain {
  let phase: 'open' | 'draining' | 'last' = 'open';
  let lastCallAt = 0;

  const isDraining = () => phase !== 'open' || !app.server.listening;
  app.addHook('onRequest', async ({ method, routeOptions }, reply) => {
    lastCallAt = performance.now();
    // Set on the raw response too, because some responses bypass the onSend hook.
    if (isDraining()) reply.raw.setHeader('connection', 'close');
    // A failing liveness probe would get the process killed.
    if (phase !== 'last' || !READS.has(method) || routeOptions.url === '/livez') return;
    throw new Failure(502, messages.unavailable, [], { code: 'unavailable', retryAfter: 2 });
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining()) reply.header('connection', 'close');
  });
  app.server.on('connection', () => {
    lastCallAt = performance.now();
  });

  return {
    async begin(seconds) {
      phase = 'draining';
      const half = seconds * 500;
      await sleep(half);
      phase = 'last';
      for (const end = performance.now() + half; performance.now() < end; ) {
        await sleep(Math.min(QUIET_MS, half));
        // Accepts connections that arrived while the event loop was busy, before deciding that none arrive any more.
        await setImmediate();
        if (performance.now() - lastCallAt >= QUIET_MS) return;
      }
    },
  };
}
