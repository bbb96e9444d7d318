import type { FastifyInstance } from 'fastify';
import { Failure } from '#shared/http/failure.ts';

/**
 * Gives each body a time within which it must be complete: a sender that drips bytes would otherwise hold its connection
 * for ever. A body that is late is answered with 408 and its connection closed.
 *
 * @param bodyTimeoutMs for routes that don't name another by `config.bodyTimeoutMs`, in ms
 */
export function enforceBodyTimeout(app: FastifyInstance, bodyTimeoutMs: number): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if (encoding === undefined && (length === undefined || length === '0')) return done(null, payload);
    const { bodyTimeoutMs: own = bodyTimeoutMs } = request.routeOptions.config as { bodyTimeoutMs?: number };
    const late = setTimeout(() => {
      reply.header('connection', 'close');
      // The reader ends with this error; destroying the stream would take the connection that the answer needs.
      payload.emit('error', new Failure(408, 'El envío de los datos tardó demasiado. Probá de nuevo'));
    }, own);
    for (const end of ['end', 'close', 'error']) payload.once(end, () => clearTimeout(late));
    return done(null, payload);
  });
}
