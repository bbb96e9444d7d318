import type { FastifyInstance } from 'fastify';
import { login } from '#shared/people/access.ts';
import type { Metrics } from './cluster/metrics.ts';
import type { Config } from './config/config.ts';
import { demonstrationHosts } from './config/demonstration-hosts.ts';
import { type ConnectionDrain, createConnectionDrain } from './platform/http/connection-drain.ts';
import { refuseOtherHosts } from './platform/http/request/host-check.ts';
import { isShed } from './platform/http/response/error-handler.ts';
import { createServer } from './platform/http/server.ts';
import type { Log } from './platform/log.ts';

/** Options of an HTTP server, for every mode of the product. */
export interface AppOptions {
  /** Folder of the built portal; null to serve only the gateway. */
  portal: string | null;
  /** Checks each response against its declared schema. */
  verifyReplies: boolean;
}

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

/** Creates the HTTP server of every mode: with limits, metrics and connection draining, without routes. */
export function createBaseServer(deps: { config: Config; log: Log; metrics: Metrics }): {
  http: FastifyInstance;
  drain: ConnectionDrain;
} {
  const { config, log, metrics } = deps;
  const http = createServer({
    log,
    trustProxy: config.TRUST_PROXY,
    https: config.PUBLIC_URL.startsWith('https:'),
    maxEventLoopDelayMs: config.SHED_AFTER_MS,
    maxConnections: config.MAX_CONNECTIONS,
    ...(config.SHED_AFTER_MS === 0 && { maxRssBytes: 0 }),
  });
  recordRequestMetrics(http, metrics);
  if (config.DEMO) refuseOtherHosts(http, demonstrationHosts(config), log);
  return { http, drain: createConnectionDrain(http) };
}
