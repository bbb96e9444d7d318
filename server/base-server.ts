import type { FastifyInstance } from 'fastify';
import type { Metrics } from './cluster/metrics.ts';
import type { Config } from './config/config.ts';
import { demonstrationHosts } from './config/demonstration-hosts.ts';
import { type ConnectionDrain, createConnectionDrain } from './platform/http/connection-drain.ts';
import { refuseOtherHosts } from './platform/http/host-check.ts';
import { createServer } from './platform/http/server.ts';
import type { Log } from './platform/log.ts';
import { recordRequestMetrics } from './request-metrics.ts';

/** What whoever starts a mode of the product may choose. */
export interface AppOptions {
  /** Folder of the built portal; null serves the gateway alone. */
  portal: string | null;
  /** Compares every answer with its declared shape. */
  verifyReplies: boolean;
}

/** What every mode of the product answers by: within its limits, counted, and drained before it ends. Nothing is mounted yet. */
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
    ...(config.SHED_AFTER_MS === 0 && { maxRssBytes: 0 }),
  });
  recordRequestMetrics(http, metrics);
  if (config.DEMO) refuseOtherHosts(http, demonstrationHosts(config.PUBLIC_URL), log);
  return { http, drain: createConnectionDrain(http) };
}
