import type { FastifyInstance } from 'fastify';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';

/**
 * Adds a timeout for receiving a request's body, against slow senders that would hold a connection forever. Answers a late
 * body with 408 and closes the connection.
 *
 * @param bodyTimeoutMs default in ms; a route overrides it with `config.bodyTimeoutMs`
 */
export function enforceBodyTimeout(app: FastifyInstance, bodyTimeoutMs: number): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if (encoding === undefined && (length === undefined || length === '0')) return done(null, payload);
    const { bodyTimeoutMs: timeoutMs = bodyTimeoutMs } = request.routeOptions.config as { bodyTimeoutMs?: number };
    const late = setTimeout(() => {
      reply.header('connection', 'close');
      // Fails the body parser. Destroying the stream instead would close the connection before the response is sent.
      payload.emit('error', new Failure(408, messages.slowRequest));
    }, timeoutMs);
    for (const end of ['end', 'close', 'error']) payload.once(end, () => clearTimeout(late));
    return done(null, payload);
  });
}
