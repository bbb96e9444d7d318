import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';

/** Takes a node out of a proxy's hands before it closes its door. */
export interface Drain {
  /**
   * From now on every answer is the last on its connection. In the last second reads are answered 503 with nothing done:
   * a proxy that only learns from answers asks another node, and sends this one no writes either.
   *
   * @param seconds how long calls are still taken; settles after them
   */
  begin(seconds: number): Promise<void>;
}

/** Milliseconds at the end in which reads are refused. */
const LAST_MS = 1000;

const READS = new Set(['GET', 'HEAD']);

/** Makes a server one that can be drained; called before its calls are mounted. */
export function createDrain(app: FastifyInstance): Drain {
  let phase: 'open' | 'draining' | 'last' = 'open';

  app.addHook('onRequest', async ({ method, routeOptions }) => {
    // Whoever asks whether the process lives must not take it for dead.
    if (phase !== 'last' || !READS.has(method) || routeOptions.url === '/livez') return;
    throw new Failure(503, messages.unavailable, [], { code: 'unavailable', retryAfter: 2 });
  });
  app.addHook('onSend', async (_request, reply) => {
    if (phase !== 'open' || !app.server.listening) reply.header('connection', 'close');
  });

  return {
    async begin(seconds) {
      phase = 'draining';
      await sleep(Math.max(0, seconds * 1000 - LAST_MS));
      phase = 'last';
      await sleep(Math.min(LAST_MS, seconds * 1000));
    },
  };
}
