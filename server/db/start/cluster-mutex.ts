import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

// Key of the advisory lock: arbitrary, but unique among the programs on the database server.
const LOCK = 7_364_548_204;

/** Average time between two attempts to get the lock, in ms. */
const RETRY_MS = 100;

/**
 * Runs work under a mutex across all nodes of the installation. Waiting nodes poll for the lock without holding a connection:
 * behind a pooler they would otherwise use up the connections that the work needs.
 *
 * @param connection the owner's connection
 */
export async function withClusterMutex<T>(connection: pg.ClientConfig, work: () => Promise<T>): Promise<T> {
  for (;;) {
    const client = new pg.Client(connection);
    // A lost connection releases the lock while the work goes on, so the work must be safe to run concurrently.
    client.on('error', () => {});
    await client.connect();
    try {
      await client.query('BEGIN');
      // No parameters: their portal would hold a snapshot, and CREATE INDEX CONCURRENTLY waits for all snapshots.
      const { rows } = await client.query(`SELECT pg_try_advisory_xact_lock(${LOCK}) AS mine`);
      if (rows[0].mine) return await work();
    } finally {
      // Closing the connection ends the transaction and releases the lock.
      await client.end();
    }
    await sleep(RETRY_MS * (0.5 + Math.random()));
  }
}
