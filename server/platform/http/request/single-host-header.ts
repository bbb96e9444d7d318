import type { FastifyInstance } from 'fastify';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';

/** A host name, an IPv4 address or a bracketed IPv6 address, with an optional port. */
const HOST = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._~-]*)(?::\d{0,5})?$/i;

/** Refuses several Host headers or a malformed one with 400 (RFC 9112 §3.2): proxy and server could read them differently. */
export function requireSingleHostHeader(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { rawHeaders, headers } }, reply) => {
    let hosts = 0;
    for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts++;
    if (hosts <= 1 && HOST.test(headers.host ?? '')) return;
    reply.header('connection', 'close');
    throw new Failure(400, messages.value);
  });
}
