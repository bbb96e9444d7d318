import { Agent, request } from 'node:http';

export interface RawResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

export interface RawRequest {
  method?: string;
  /** Sent unchanged, without the normalisation of `fetch`. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** Sends raw requests over kept-alive connections; `close` closes them. */
export function rawClient(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const { hostname, port } = new URL(url);
  return {
    send: ({ method = 'GET', path, headers, body }: RawRequest) =>
      new Promise<RawResponse>((resolve, reject) => {
        const sent = request({ agent, hostname, port, method, path, headers: { ...headers } }, (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('error', reject);
          const done = () =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              text: Buffer.concat(chunks).toString('utf8'),
            });
          answer.on('end', done);
          if (!answer.headers['content-type']?.startsWith('text/event-stream')) return;
          // A stream doesn't end: its first chunk is the response.
          answer.once('data', () => {
            done();
            answer.destroy();
          });
        });
        sent.on('error', reject);
        sent.end(body);
      }),
    close: () => agent.destroy(),
  };
}

export type RawClient = ReturnType<typeof rawClient>;
