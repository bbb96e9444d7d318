import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** What may still be read of a body that was answered before it was complete. */
interface DiscardLimit {
  ms: number;
  bytes: number;
}

/** A rejected body, e.g. an upload without a login. */
const REJECTED_BODY: DiscardLimit = { ms: 3000, bytes: 16 * 1024 * 1024 };

/** A file of a logged-in sender: its route bounds the bytes. */
const OWN_FILE: DiscardLimit = { ms: 60_000, bytes: Number.POSITIVE_INFINITY };

/**
 * Closes the connection of a request that was answered before its body was complete. The whole answer leaves at once. Its
 * end, which closes the connection, waits until the rest of the body has been discarded or is too long: closing at once
 * would reset the connection before the sender has read the answer.
 */
export function closeAfterEarlyResponse(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const early = !request.raw.complete && !request.raw.destroyed && hasBody(request);
    if (!early || (typeof payload !== 'string' && !Buffer.isBuffer(payload))) return payload;
    reply.header('connection', 'close');
    // Its time is over already.
    if (reply.statusCode === 408) return payload;
    const answer = Buffer.from(payload);
    reply.header('content-length', answer.length);
    const { upload = false } = request.routeOptions.config as { upload?: boolean };
    return endAfterDiscarding(answer, request.raw, upload && reply.statusCode !== 401 ? OWN_FILE : REJECTED_BODY);
  });
}

/** Whether the headers announce a body. */
function hasBody({ headers }: FastifyRequest): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers;
  return length !== '0' || encoding !== undefined;
}

/** A stream of `answer` that ends once the body has ended, or its rest is over. */
function endAfterDiscarding(answer: Buffer, body: Readable, rest: DiscardLimit): Readable {
  const stream = new Readable({ read() {} });
  stream.push(answer);
  let left = rest.bytes;
  const end = () => {
    clearTimeout(late);
    if (!stream.readableEnded && !stream.destroyed) stream.push(null);
    body.off('data', count);
  };
  const count = (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) end();
  };
  const late = setTimeout(end, rest.ms);
  stream.once('close', () => clearTimeout(late));
  for (const event of ['end', 'close', 'error']) body.once(event, end);
  body.unpipe();
  body.on('data', count);
  body.resume();
  return stream;
}
