import type { FastifyInstance } from 'fastify';
import { login } from '#shared/access.ts';
import type { Metrics } from './cluster/metrics.ts';

const LOGIN = `/api${login.path}`;

/** What a login that isn't let in is answered with; a form that lacks something is no attempt. */
const REFUSED = new Set([400, 429]);

/** Counts what a server answers, by the pattern of the route: an address that somebody made up is one of `unmatched`. */
export function recordRequestMetrics(http: FastifyInstance, metrics: Metrics): void {
  http.addHook('onResponse', async (request, reply) => {
    const { url: route = 'unmatched' } = request.is404 ? {} : request.routeOptions;
    const endless = String(reply.getHeader('content-type')).startsWith('text/event-stream');
    metrics.requestCompleted({
      route,
      method: request.is404 ? 'any' : request.method,
      status: reply.statusCode,
      seconds: endless ? null : reply.elapsedTime / 1000,
    });
    if (route === LOGIN && REFUSED.has(reply.statusCode)) metrics.loginFailed();
  });
  http.addHook('onError', async (_request, _reply, error) => {
    if (error.code === 'FST_UNDER_PRESSURE') metrics.requestShed();
  });
}
