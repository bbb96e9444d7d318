import type { FastifyInstance } from 'fastify';
import { login } from '#shared/kit/access.ts';
import type { Metrics } from './cluster/metrics.ts';
import { isShed } from './platform/http/response/error-handler.ts';

const LOGIN = `/api${login.path}`;

/** Statuses of a failed login. 422, an incomplete form, doesn't count. */
const LOGIN_FAILED = new Set([400, 429]);

/** Records metrics of all requests by route pattern, and of refused connections. Requests without a route are counted as `unmatched`. */
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
    if (route === LOGIN && LOGIN_FAILED.has(reply.statusCode)) metrics.loginFailed();
  });
  http.addHook('onError', async (_request, _reply, error) => {
    if (isShed(error)) metrics.requestShed();
  });
  http.server.on('drop', () => metrics.connectionRefused());
}
