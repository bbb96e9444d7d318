import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Figures in Prometheus's text format. */
interface MetricsSource {
  text(): Promise<string>;
  readonly contentType: string;
}

/**
 * Shows a node's figures at `/metrics` on a port of their own, which the proxy before the portal doesn't lead to.
 *
 * @throws the system's error when the port is taken
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
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}/metrics`,
    close() {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
