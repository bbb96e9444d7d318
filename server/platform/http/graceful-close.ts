import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { TIMEOUTS } from '#server/platform/network/timeouts.ts';

/** Closes a server gracefully: closes idle connections at once, and all connections when the time for requests is over. */
export async function closeGracefully(server: Server, close: () => Promise<void>): Promise<void> {
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  const stuck = setTimeout(() => server.closeAllConnections(), TIMEOUTS.openRequests);
  await close();
  clearInterval(idle);
  clearTimeout(stuck);
}

/** Time for the first bytes of a connection that is open when the server stops, in ms. */
const FIRST_BYTES_MS = 100;

/** Ends connections that were opened in advance and not used when the app closes. Node waits for them as for an open request. */
export function closeUnusedConnections(app: FastifyInstance): void {
  const connections = new Set<Socket>();
  app.server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  app.addHook('preClose', async () => {
    const close = () => {
      for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
    };
    // Bytes that arrived while the process was paused are read before `setImmediate` calls its function.
    setTimeout(() => setImmediate(close), FIRST_BYTES_MS);
  });
}
