import { setTimeout as delay } from 'node:timers/promises';
import { type Database, isConnectionLost } from './database.ts';

/**
 * Opens a first connection. Retries for 30 seconds: the pool gives up after two, which is too short when a database recovers or
 * all nodes start at once.
 *
 * @throws the last error
 */
export async function waitForConnection(db: Pick<Database, 'ping'>): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    try {
      return await db.ping();
    } catch (error) {
      if (!isConnectionLost(error) || Date.now() > deadline) throw error;
      await delay(500);
    }
  }
}
