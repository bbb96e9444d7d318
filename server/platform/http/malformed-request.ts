import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import { messages } from '#shared/messages.ts';
import { HSTS } from './headers.ts';

const hsts = Object.entries(HSTS)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

/** Responses of each connection that aren't complete yet. */
const open = new WeakMap<Socket, Set<ServerResponse>>();

/** Connections that are closed once the response under way is complete. */
const closing = new WeakSet<Socket>();

/** Follows the responses of a server, so that `answerMalformedRequest` knows which are under way. */
export function trackResponses(server: Server): void {
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const responses = open.get(socket) ?? new Set();
    open.set(socket, responses.add(response));
    response.once('close', () => responses.delete(response));
  });
}

/**
 * Answers what isn't even a request (headers too large, a broken line) and hangs up; before any route and hook. What is broken
 * behind a request whose response has begun gets no answer, which would end up in the middle of that response: the
 * connection is closed behind it.
 */
export function answerMalformedRequest(error: ConnectionError, socket: Socket, https: boolean): void {
  // Every further byte is an error of its own.
  if (closing.has(socket)) return;
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const begun = [...(open.get(socket) ?? [])].find(({ headersSent }) => headersSent);
  if (begun) {
    closing.add(socket);
    begun.once('close', () => socket.end());
    return;
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const body = JSON.stringify({ message: messages.value, errors: [] });
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` +
      `cache-control: no-store\r\nx-content-type-options: nosniff\r\n${https ? hsts : ''}connection: close\r\n\r\n${body}`,
  );
}
