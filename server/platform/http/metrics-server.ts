import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Metrics in Prometheus's text format. */
interface MetricsSource {
  text(): Promise<string>;
  readonly contentType: string;
}

/**
 * Serves a node's metrics at `/metrics` on a separate port, which the reverse proxy doesn't expose.
 *
 * @throws the system's error when the port is in use
 */
export async function serveMetrics(metrics: MetricsSource, { port, host }: { port: number; host: string }) {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end();
      return;
    }
    const text = await metrics.text();
    response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }).end(text);
  });
  server.requestTimeout = 10_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: boundPort } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}/metrics`,
    close() {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
