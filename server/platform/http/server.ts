import fastifyUnderPressure from '@fastify/under-pressure';
import { type FastifyError, type FastifyInstance, fastify } from 'fastify';
import type { Log } from '#server/platform/log.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { closeUnusedConnections } from './graceful-close.ts';
import { setHeaders } from './headers.ts';
import { addBodyParsers } from './request/body-parsers.ts';
import { enforceBodyTimeout } from './request/body-timeout.ts';
import { answerMalformedRequest, trackResponses } from './request/malformed-request.ts';
import { parseQuery } from './request/read-query.ts';
import { requireSingleHostHeader } from './request/single-host-header.ts';
import { closeAfterEarlyResponse } from './response/early-response.ts';
import { notFound, sendFailure } from './response/error-handler.ts';

export interface ServerOptions {
  log: Log;
  /** Addresses of the reverse proxies whose forwarded headers are trusted. */
  trustProxy: string;
  /** Whether users reach the server over https: adds HSTS to every response. */
  https?: boolean;
  /** Timeout for receiving the headers of a request, in ms. A late connection is closed at most a tenth later. Default: 10 s. */
  headersTimeoutMs?: number;
  /** Timeout for receiving a JSON or form body, in ms. Default: 30 s. */
  bodyTimeoutMs?: number;
  /** Resident memory above which requests are refused, in bytes. Default: 1 GB; 0 for no limit. */
  maxRssBytes?: number;
  /** Delay of the event loop above which requests are refused, in ms. Default: 1,000; 0 for no limit. */
  maxEventLoopDelayMs?: number;
  /** Open connections beyond which new ones are closed. Default: no limit. */
  maxConnections?: number;
}

/** Maximum size of a JSON or form body, in bytes. */
const BODY_LIMIT = 1024 * 1024;

/** Creates a Fastify server with limits, hooks and error handling. `requestTimeout` stays off: each body has a timeout. */
export function createServer({
  log,
  trustProxy,
  https = false,
  headersTimeoutMs = 10_000,
  bodyTimeoutMs = 30_000,
  maxRssBytes = 1_000_000_000,
  maxEventLoopDelayMs = 1000,
  maxConnections = Number.POSITIVE_INFINITY,
}: ServerOptions): FastifyInstance {
  const app = fastify({
    logger: false,
    http: {
      headersTimeout: headersTimeoutMs,
      // Node looks for late headers only so often, by default every 30 s.
      connectionsCheckingInterval: headersTimeoutMs / 10,
    },
    bodyLimit: BODY_LIMIT,
    connectionTimeout: MINUTE_MS,
    keepAliveTimeout: 65_000,
    maxRequestsPerSocket: 1000,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    // While the server closes, requests on open connections are answered instead of refused, then the connection is closed.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    trustProxy: trustProxy ? trustProxy.split(',').map((address) => address.trim()) : false,
    // The provider's spelling of this path (readings S2).
    rewriteUrl: ({ url = '/' }) => url.replace(/^\/Api\/service\//, '/api/service/'),
    // URLs that can't be decoded don't reach the hooks.
    frameworkErrors: (_error, request, reply) => {
      setHeaders(reply, https);
      notFound(request, reply);
    },
    clientErrorHandler: (error, socket) => answerMalformedRequest(error, socket, https),
    genReqId: () => crypto.randomUUID(),
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: 256,
      querystringParser: parseQuery,
    },
  });
  trackResponses(app.server);
  closeUnusedConnections(app);
  app.server.maxConnections = maxConnections;
  addBodyParsers(app);
  // No limit on event loop utilisation: a busy event loop may still answer in time.
  app.register(fastifyUnderPressure, {
    maxEventLoopDelay: maxEventLoopDelayMs,
    maxRssBytes,
    retryAfter: 2,
    exposeStatusRoute: false,
  });
  app.setErrorHandler((error: FastifyError, request, reply) => sendFailure(error, request, reply, log));
  app.setNotFoundHandler((request, reply) => notFound(request, reply));
  requireSingleHostHeader(app);
  enforceBodyTimeout(app, bodyTimeoutMs);
  closeAfterEarlyResponse(app);
  app.addHook('onSend', async (_request, reply) => {
    setHeaders(reply, https);
  });
  app.addHook('onResponse', async (request, reply) => {
    log.debug(
      { requestId: request.id, method: request.method, route: request.routeOptions.url, status: reply.statusCode },
      'request completed',
    );
  });
  return app;
}
