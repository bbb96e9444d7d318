import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/config/config.ts';
import { bearerToken } from '#server/platform/http/request/bearer-token.ts';
import { abortOnDisconnect } from '#server/platform/http/request/read-call.ts';
import { discardBody, UPLOAD_MS } from '#server/platform/http/request/upload.ts';
import { notFound } from '#server/platform/http/response/error-handler.ts';
import type { Log } from '#server/platform/log.ts';
import { TIMEOUTS } from '#server/platform/network/timeouts.ts';
import { contract } from '#shared/contract.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { orderLabels } from '#shared/orders/labels.ts';
import { gatewayUnavailable } from './gateway-client.ts';
import { type GatewayConnection, GatewayError } from './gateway-connection.ts';
import type { GatewaySessions } from './gateway-session.ts';
import { answerHeaders, requestHeaders, rewriteRedirect } from './proxy-headers.ts';
import { isUnambiguous } from './proxy-paths.ts';

interface ForwardDeps {
  config: Config;
  log: Log;
  gateway: GatewayConnection;
  sessions: GatewaySessions;
}

/** Timeout without data from the gateway for uploads and downloads, in ms. */
const FILE_SILENCE_MS = MINUTE_MS;

/** Maximum size of a body that is no upload, and overhead of a form around its file, in bytes. */
const MAX_BYTES = 16 * 1024 * 1024;
const FORM_BYTES = 1024 * 1024;

/**
 * Mounts the proxy: forwards the calls of the contract that the portal doesn't answer itself to the gateway, and returns its
 * responses unchanged (readings R4). These are the calls of D1 §7 and D2 §7, and additions, which a gateway may have. Any other
 * path is 404.
 */
export function proxyRoutes(http: FastifyInstance, deps: ForwardDeps): void {
  const uploadBytes = deps.config.BULK_MAX_MB * 1024 * 1024 + FORM_BYTES;
  http.register(async (scope) => {
    // Bodies are streamed without parsing.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
    for (const { access, method, path, upload, produces, portal } of Object.values(contract)) {
      if (portal) continue;
      const rules = {
        needsToken: access !== 'public',
        file: upload !== undefined || isFile(produces),
        bytes: upload ? uploadBytes : MAX_BYTES,
        freeText: path === orderLabels.path,
      };
      scope.route({
        method,
        url: `/api${path}`,
        exposeHeadRoute: false,
        ...(upload && { config: { upload: true, bodyTimeoutMs: UPLOAD_MS } }),
        handler: (request, reply) => forward(deps, request, reply, rules),
      });
    }
  });
}

const isFile = (produces: string) => produces !== 'application/json' && produces !== 'text/event-stream';

/** Rules for forwarding a call. */
interface ForwardRules {
  /** Whether a request without a bearer token is refused here, so that an upload never waits for the gateway. */
  needsToken: boolean;
  /** Whether a file is uploaded or downloaded. */
  file: boolean;
  bytes: number;
  /** Whether the path ends with free text. */
  freeText: boolean;
}

async function forward(deps: ForwardDeps, request: FastifyRequest, reply: FastifyReply, rules: ForwardRules) {
  const { config, gateway, sessions } = deps;
  const { method, headers, raw } = request;
  const path = raw.url ?? '/';
  if (!isUnambiguous(path.split('?', 1)[0] ?? '', rules.freeText)) return notFound(request, reply);
  if (rules.needsToken && !bearerToken(headers.authorization)) throw new Failure(401, messages.unauthorized);
  const body = bodyOf(request, reply, rules.bytes);
  const answer = await gateway
    .send({
      method,
      path,
      headers: requestHeaders(headers, body !== null, { ip: request.ip, publicUrl: config.PUBLIC_URL }),
      body: body && raw,
      silenceMs: rules.file ? FILE_SILENCE_MS : TIMEOUTS.gatewayResponse,
      signal: body ? AbortSignal.any([abortOnDisconnect(reply), body]) : abortOnDisconnect(reply),
    })
    .catch((error: unknown) => {
      if (body) discardBody(raw, MAX_BYTES);
      throw toFailure(error, request, deps.log);
    });
  // The gateway may respond before it has read the whole body.
  if (body) answer.once('close', () => raw.readableEnded || discardBody(raw, MAX_BYTES));
  const { statusCode: status = 502 } = answer;
  if (status === 401) sessions.forget(headers.authorization);
  reply.status(status).headers(answerHeaders(answer.headers));
  if (status >= 300 && status < 400 && status !== 304) {
    const location = rewriteRedirect(answer.headers.location, config.GATEWAY_URL, path);
    if (!location) {
      answer.destroy();
      deps.log.warn({ requestId: request.id, status }, 'the gateway redirects to another host');
      throw new Failure(502, messages.unavailable, [], { code: 'unavailable' });
    }
    reply.header('location', location);
  }
  return reply.send(answer);
}

/**
 * Watches the size of a request's body.
 *
 * @returns a signal that aborts when the body is too large; null for a request without body
 * @throws Failure 413 when the declared length is too large
 */
function bodyOf({ method, headers, raw }: FastifyRequest, reply: FastifyReply, maxBytes: number): AbortSignal | null {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers;
  if (method === 'GET' || method === 'HEAD' || (length === '0' && encoding === undefined)) return null;
  const tooLarge = new Failure(413, messages.tooLarge);
  if (Number(length) > maxBytes) {
    reply.header('connection', 'close');
    throw tooLarge;
  }
  const stop = new AbortController();
  let bytes = 0;
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) stop.abort(tooLarge);
  });
  return stop.signal;
}

/** Maps an error to the response for the user. Logs the reason, never an address or a token. */
function toFailure(error: unknown, request: FastifyRequest, log: Log): unknown {
  if ((error as NodeJS.ErrnoException).code === 'ERR_UNESCAPED_CHARACTERS') return new Failure(404, messages.notFound);
  if (!(error instanceof GatewayError)) return error;
  log.warn({ requestId: request.id, reason: error.message }, 'no response from the gateway');
  return gatewayUnavailable();
}
