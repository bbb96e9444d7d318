import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type Database, isConnectionLost } from '#server/db/database.ts';
import type { Log } from '#server/platform/log.ts';
import { TIMEOUTS } from '#server/platform/network/timeouts.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';

/** Time for which a start waits for a database that takes writes, in ms: longer than a standby needs to be promoted. */
const WAIT_MS = MINUTE_MS;
const RETRY_MS = 500;

/**
 * Opens a first connection of the pool. Retries for a minute: the pool gives up after two seconds, which is too short when a database
 * recovers or all nodes start at once.
 *
 * @throws the last error
 */
export function waitForConnection(db: Pick<Database, 'ping'>): Promise<void> {
  return retried(() => db.ping());
}

/**
 * Waits for a database that takes writes, before anything else of a start: its machines may choose another primary meanwhile.
 *
 * @param owner the owner's connection
 * @throws the last error after a minute; at once if the server refuses the login
 */
export async function waitForPrimary(owner: pg.ClientConfig, log: Log): Promise<void> {
  let isLogged = false;
  await retried(
    () => checkPrimary(owner),
    ({ code, message }) => {
      if (!isLogged) log.warn({ code, message }, 'the start waits for the database');
      isLogged = true;
    },
  );
}

async function checkPrimary(owner: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({
    ...owner,
    connectionTimeoutMillis: TIMEOUTS.databaseResponse,
    query_timeout: TIMEOUTS.databaseResponse,
  });
  // Without a listener a connection that ends would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
    if (rows[0]?.standby) throw new Error('the database is a standby');
  } finally {
    // Not awaited: a server that doesn't respond doesn't close the connection either.
    client.end().catch(() => {});
  }
}

/** Repeats an attempt while no connection is possible. */
async function retried(
  attempt: () => Promise<void>,
  onFailure = (_error: Error & { code?: string }) => {},
): Promise<void> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isConnectionLost(error) || Date.now() > deadline) throw error;
      onFailure(error as Error);
      await delay(RETRY_MS);
    }
  }
}
