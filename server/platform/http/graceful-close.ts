import type { Server } from 'node:http';

/** How long requests in flight may take once the server stops, in ms; jobs get what is left of the ten seconds. */
const REQUESTS_MS = 6000;

/** Closes a server whose last requests get their time: kept connections go as soon as they are idle, stuck ones at its end. */
export async function closeGracefully(server: Server, close: () => Promise<void>): Promise<void> {
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  const stuck = setTimeout(() => server.closeAllConnections(), REQUESTS_MS);
  await close();
  clearInterval(idle);
  clearTimeout(stuck);
}
