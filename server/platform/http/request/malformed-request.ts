import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import { HSTS } from '#server/platform/http/headers.ts';
import { messages } from '#shared/kit/messages.ts';

const hsts = Object.entries(HSTS)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

/** Answers by the error's code. */
const ANSWERS: Record<string, readonly [status: string, message: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', messages.value],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', messages.slowRequest],
};

/** Incomplete responses of each connection. */
const open = new WeakMap<Socket, Set<ServerResponse>>();

/** Connections that are closed when their current response is complete. */
const closing = new WeakSet<Socket>();

/** Records the open responses of a server for `answerMalformedRequest`. */
export function trackResponses(server: Server): void {
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const responses = open.get(socket) ?? new Set();
    open.set(socket, responses.add(response));
    response.once('close', () => responses.delete(response));
  });
}

/**
 * Answers bytes that aren't an HTTP request (headers too large or too late, a broken line) and closes the connection. Runs before routes
 * and hooks. While the response to an earlier request on the connection is being sent, answers nothing, because the bytes
 * would end up inside that response, and closes the connection after it.
 */
export function answerMalformedRequest(error: ConnectionError, socket: Socket, https: boolean): void {
  // The parser reports each further byte as another error.
  if (closing.has(socket)) return;
  // A connection that was opened in advance and not used has no request to answer: a browser would take the answer for that of its
  // next request.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  const begun = [...(open.get(socket) ?? [])].find(({ headersSent }) => headersSent);
  if (begun) {
    closing.add(socket);
    begun.once('close', () => socket.end());
    return;
  }
  const [status, message] = ANSWERS[error.code] ?? (['400 Bad Request', messages.value] as const);
  const body = JSON.stringify({ message, errors: [] });
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` +
      `cache-control: no-store\r\nx-content-type-options: nosniff\r\n${https ? hsts : ''}connection: close\r\n\r\n${body}`,
  );
}
