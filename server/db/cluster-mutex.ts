import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

// Any number that no other program on the same server uses for its own lock.
const LOCK = 7_364_548_204;

/** Milliseconds between two tries to be the one. */
const RETRY_MS = 100;

/**
 * Does what only one node of an installation may do at a time. Whoever waits asks again rather than hold a connection:
 * behind a pooler, those that wait would otherwise take the connections that the work needs.
 *
 * @param connection the owner's
 */
export async function withClusterMutex<T>(connection: pg.ClientConfig, work: () => Promise<T>): Promise<T> {
  for (;;) {
    const client = new pg.Client(connection);
    // A lost connection loses its lock: the work has walls of its own, this only keeps nodes out of each other's way.
    client.on('error', () => {});
    await client.connect();
    try {
      await client.query('BEGIN');
      // Without parameters: their portal would hold a snapshot, for whose end CREATE INDEX CONCURRENTLY waits.
      const { rows } = await client.query(`SELECT pg_try_advisory_xact_lock(${LOCK}) AS mine`);
      if (rows[0].mine) return await work();
    } finally {
      // An open transaction goes with its connection.
      await client.end();
    }
    await sleep(RETRY_MS * (0.5 + Math.random()));
  }
}
