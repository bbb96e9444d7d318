import fastifyFormbody from '@fastify/formbody';
import fastifyUnderPressure from '@fastify/under-pressure';
import { type FastifyError, type FastifyInstance, fastify } from 'fastify';
import qs from 'qs';
import type { Log } from '#server/platform/log.ts';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import { enforceBodyTimeout } from './body-timeout.ts';
import { closeAfterEarlyResponse } from './early-response.ts';
import { notFound, sendFailure } from './error-handler.ts';
import { setHeaders } from './headers.ts';
import { isTooDeep } from './json-depth.ts';
import { answerMalformedRequest, trackResponses } from './malformed-request.ts';
import { requireSingleHostHeader } from './single-host-header.ts';

export interface ServerOptions {
  log: Log;
  /** Addresses of reverse proxies whose forwarded headers are believed. */
  trustProxy: string;
  /** Whether people reach the server by https: every answer then carries HSTS. */
  https?: boolean;
  /** Time that a JSON or form body may take, in ms; 30 s by default. */
  bodyTimeoutMs?: number;
  /** Memory above which requests are refused, in bytes; 1 GB by default, 0 for none. */
  maxRssBytes?: number;
  /** Delay of the event loop above which requests are refused, in ms; 1,000 by default, 0 for none. */
  maxEventLoopDelayMs?: number;
}

/** Largest JSON or form body, in bytes. */
const BODY_LIMIT = 1024 * 1024;

/** A Fastify with every limit set, before any call is mounted. `requestTimeout` stays off: each reader has its own. */
export function createServer({
  log,
  trustProxy,
  https = false,
  bodyTimeoutMs = 30_000,
  maxRssBytes = 1_000_000_000,
  maxEventLoopDelayMs = 1000,
}: ServerOptions): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    maxRequestsPerSocket: 1000,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    // What still comes on an open connection is answered, and the connection closed behind it.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    trustProxy: trustProxy ? trustProxy.split(',').map((address) => address.trim()) : false,
    // The provider's spelling of its own calls (readings S2).
    rewriteUrl: ({ url = '/' }) => url.replace(/^\/Api\/service\//, '/api/service/'),
    // Addresses that can't be decoded: no hook has seen them.
    frameworkErrors: (_error, request, reply) => {
      setHeaders(reply, https);
      notFound(request, reply);
    },
    clientErrorHandler: (error, socket) => answerMalformedRequest(error, socket, https),
    genReqId: () => crypto.randomUUID(),
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: 256,
      querystringParser: (text) => qs.parse(text, { depth: 3, parameterLimit: 100, arrayLimit: 20 }),
    },
  });
  trackResponses(app.server);
  app.server.headersTimeout = 10_000;
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    // An empty body with a JSON header is common in body-less calls.
    if (text === '') done(null, {});
    else if (isTooDeep(text as string)) done(new Failure(422, messages.value));
    else parseJson(request, text as string, done);
  });
  app.addContentTypeParser('multipart/form-data', (request, body, done) => {
    // Left as it comes to the calls that read a file; no other takes one.
    if ((request.routeOptions.config as { upload?: boolean }).upload) done(null, body);
    else done(new Failure(415, 'Ese tipo de contenido no se admite'));
  });
  app.register(fastifyFormbody, {
    parser: (text) => qs.parse(text, { depth: 3, parameterLimit: 100 }) as Record<string, unknown>,
  });
  // Not by utilisation: a busy event loop that still answers in time is no reason to refuse.
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
      'answered',
    );
  });
  return app;
}
