import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TIMEOUTS } from '#server/platform/network/timeouts.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';

/** Limits for discarding the rest of a body after an early response. */
interface DiscardLimit {
  ms: number;
  bytes: number;
}

/** Maximum size of the rest of a refused body. */
const REFUSED_BODY_BYTES = 16 * 1024 * 1024;

/** A file of a logged-in user. The route limits its bytes. */
const AUTHENTICATED_UPLOAD: DiscardLimit = { ms: MINUTE_MS, bytes: Number.POSITIVE_INFINITY };

/**
 * Closes the connection of a request that is answered before its body is complete. Sends the whole response at once, but
 * ends it only when the rest of the body has been discarded or exceeds the limit: closing the connection at once would reset
 * it before the sender has read the response.
 */
export function closeAfterEarlyResponse(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const early = !request.raw.complete && !request.raw.destroyed && hasBody(request);
    if (!early || (typeof payload !== 'string' && !Buffer.isBuffer(payload))) return payload;
    reply.header('connection', 'close');
    // The body's timeout is over already.
    if (reply.statusCode === 408) return payload;
    const answer = Buffer.from(payload);
    reply.header('content-length', answer.length);
    const refusedBody: DiscardLimit = { ms: TIMEOUTS.refusedBody, bytes: REFUSED_BODY_BYTES };
    const { upload = false } = request.routeOptions.config as { upload?: boolean };
    const limit = upload && reply.statusCode !== 401 ? AUTHENTICATED_UPLOAD : refusedBody;
    return endAfterDiscarding(answer, request.raw, limit);
  });
}

/** Whether the headers announce a body. */
function hasBody({ headers }: FastifyRequest): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers;
  return length !== '0' || encoding !== undefined;
}

/** Returns a stream of `answer` that ends when the body ends or the discard limit is reached. */
function endAfterDiscarding(answer: Buffer, body: IncomingMessage, limit: DiscardLimit): Readable {
  const stream = new Readable({ read() {} });
  stream.push(answer);
  let left = limit.bytes;
  const end = () => {
    clearTimeout(late);
    if (!stream.readableEnded && !stream.destroyed) stream.push(null);
    body.off('data', count);
  };
  const count = (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) end();
  };
  const late = setTimeout(end, limit.ms);
  stream.once('close', () => clearTimeout(late));
  for (const event of ['end', 'close', 'error']) body.once(event, end);
  // A sender that disconnects in the middle doesn't end the body.
  body.socket.once('end', end);
  body.unpipe();
  body.on('data', count);
  body.resume();
  return stream;
}
