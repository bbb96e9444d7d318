import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';

/** Takes a node out of a proxy's hands before it closes its door. */
export interface ConnectionDrain {
  /**
   * From now on every answer is the last on its connection. In the second half of the time reads are answered 502 with
   * nothing done: a proxy that only learns from answers asks another node, and sends this one no writes either. Not 503:
   * that is what a node says that has too much to do, and no proxy must take such a one, perhaps the last, for dead.
   *
   * @param seconds how long calls are still taken at the most; settles once nobody comes any more
   */
  begin(seconds: number): Promise<void>;
}

/** Milliseconds without a call after which the proxy is taken to have understood. */
const QUIET_MS = 500;

const READS = new Set(['GET', 'HEAD']);

/** Makes a server one that can be drained; called before its calls are mounted. */
export function createConnectionDrain(app: FastifyInstance): ConnectionDrain {
  let phase: 'open' | 'draining' | 'last' = 'open';
  let calledAt = 0;

  const isLeaving = () => phase !== 'open' || !app.server.listening;
  app.addHook('onRequest', async ({ method, routeOptions }, reply) => {
    calledAt = performance.now();
    // What is written past the hooks of answers is told so here.
    if (isLeaving()) reply.raw.setHeader('connection', 'close');
    // Whoever asks whether the process lives must not take it for dead.
    if (phase !== 'last' || !READS.has(method) || routeOptions.url === '/livez') return;
    throw new Failure(502, messages.unavailable, [], { code: 'unavailable', retryAfter: 2 });
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isLeaving()) reply.header('connection', 'close');
  });
  app.server.on('connection', () => {
    calledAt = performance.now();
  });

  return {
    async begin(seconds) {
      phase = 'draining';
      const half = seconds * 500;
      await sleep(half);
      phase = 'last';
      for (const end = performance.now() + half; performance.now() < end; ) {
        await sleep(Math.min(QUIET_MS, half));
        // Whoever came while the process was busy is only seen now; a door that is closed meanwhile would lose their calls.
        await setImmediate();
        if (performance.now() - calledAt >= QUIET_MS) return;
      }
    },
  };
}
