import type { FastifyInstance } from 'fastify';

/** Conditions under which a load balancer may send requests to this node. */
export interface Readiness {
  /** Whether the demonstration data are complete; true without a demonstration. */
  dataComplete: boolean;
  /** Whether the node is stopping. */
  draining: boolean;
}

/**
 * Mounts `/livez` (the process responds) and `/readyz` (the node and its database or gateway can serve requests). The
 * replies contain no details.
 *
 * @param ping checks the database or the gateway; rejects if it doesn't respond
 */
export function healthRoutes(app: FastifyInstance, ping: () => Promise<void>, readiness: Readiness): void {
  // Exempt from load shedding: restarting a busy process would make the load worse.
  const config = { pressureHandler: () => undefined };
  app.get('/livez', { logLevel: 'silent', config }, async () => ({ status: 'ok' }));
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    const ready = readiness.dataComplete && !readiness.draining && (await answers(ping));
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ok' : 'not ready' });
  });
}

async function answers(ping: () => Promise<void>): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, 1000, false).unref());
  return Promise.race([
    late,
    ping().then(
      () => true,
      () => false,
    ),
  ]);
}
