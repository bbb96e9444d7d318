import type { FastifyInstance } from 'fastify';
import type { Metrics } from './cluster/metrics.ts';
import type { Config } from './config/config.ts';
import { demonstrationHosts } from './config/demonstration-hosts.ts';
import { type ConnectionDrain, createConnectionDrain } from './platform/http/connection-drain.ts';
import { refuseOtherHosts } from './platform/http/request/host-check.ts';
import { createServer } from './platform/http/server.ts';
import type { Log } from './platform/log.ts';
import { recordRequestMetrics } from './request-metrics.ts';

/** Options of an HTTP server, for every mode of the product. */
export interface AppOptions {
  /** Folder of the built portal; null to serve only the gateway. */
  portal: string | null;
  /** Checks each response against its declared schema. */
  verifyReplies: boolean;
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
