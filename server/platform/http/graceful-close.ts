import type { Server } from 'node:http';

/** Time for open requests once the server stops, in ms. Jobs get the rest of the ten seconds. */
const REQUESTS_MS = 6000;

/** Closes a server gracefully: closes idle connections at once, and all connections when the time for requests is over. */
export async function closeGracefully(server: Server, close: () => Promise<void>): Promise<void> {
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  const stuck = setTimeout(() => server.closeAllConnections(), REQUESTS_MS);
  await close();
  clearInterval(idle);
  clearTimeout(stuck);
}
