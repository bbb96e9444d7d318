import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface FakeServerRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** A fake external service: stores the requests, and answers as the test specifies. */
export interface FakeServer {
  url: string;
  requests: FakeServerRequest[];
  /** Settles with the first request. */
  firstRequest: Promise<void>;
  /** Sets the response. */
  answer: (respond: (request: FakeServerRequest, response: ServerResponse) => void) => void;
  stop(): Promise<void>;
}

export async function startFakeServer(): Promise<FakeServer> {
  const requests: FakeServerRequest[] = [];
  const first = Promise.withResolvers<void>();
  let respond: Parameters<FakeServer['answer']>[0] = (_request, response) => response.end();
  const server = createServer(async (incoming, response) => {
    const body = await buffer(incoming).catch(() => Buffer.alloc(0));
    const request = { method: incoming.method ?? '', path: incoming.url ?? '', headers: incoming.headers, body };
    requests.push(request);
    first.resolve();
    respond(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    firstRequest: first.promise,
    answer: (next) => {
      respond = next;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Faults of an HTTP service. The names complete the titles of tests: 'if a service never responds, …'. */
export const RESPONSE_FAULTS: Record<string, (request: FakeServerRequest, response: ServerResponse) => void> = {
  'never responds': () => {},
  'never completes its response': (_, response) => response.writeHead(200).write('data:'),
  'closes the connection': (_, response) => response.socket?.destroy(),
  'truncates its response': (_, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('data:');
    setTimeout(() => response.socket?.destroy(), 20);
  },
  'answers 500': (_, response) => response.writeHead(500).end('boom'),
  'rejects our key': (_, response) => response.writeHead(401).end('{"message":"bad key"}'),
  'answers garbage': (_, response) => response.writeHead(200).end('<html>hola</html>'),
  'answers null': (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('null'),
  'redirects to another address': (_, response) =>
    response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
  'sends an endless response': (_, response) => {
    const more = () => {
      while (!response.destroyed && response.write('A'.repeat(65_536)));
    };
    response.writeHead(200).on('drain', more);
    more();
  },
};
