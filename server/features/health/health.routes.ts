import type { FastifyInstance } from 'fastify';

/** What must be done before this node takes requests from a load balancer. */
export interface Readiness {
  /** Demonstration data complete, where there is any. */
  dataComplete: boolean;
  /** The node is being stopped. */
  draining: boolean;
}

/**
 * `/livez`: the process answers. `/readyz`: it can serve, what stands behind it included. Neither says more than that.
 *
 * @param ping asks what stands behind it, the database or a gateway, and throws where that doesn't answer
 */
export function healthRoutes(app: FastifyInstance, ping: () => Promise<void>, readiness: Readiness): void {
  // A busy process is alive: who restarts it for that makes things worse.
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
