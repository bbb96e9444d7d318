import pg from 'pg';
import { ConfigurationError } from '#server/platform/configuration-error.ts';
import type { Log } from '#server/platform/log.ts';

/** Major versions of PostgreSQL that Remito is tested with. */
const SUPPORTED = { oldest: 15, newest: 18 } as const;

/**
 * Refuses a PostgreSQL server that is too old, and logs a warning for a version newer than tested.
 *
 * @param owner the owner's connection
 * @throws ConfigurationError with one line
 */
export async function checkServerVersion(owner: pg.ClientConfig, log: Log): Promise<void> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version_num: string }>('SHOW server_version_num');
    checkVersion(Number(rows[0]?.server_version_num), log);
  } finally {
    await client.end();
  }
}

/** Checks a version. @param version as in `server_version_num`: 150018 is 15.18 */
export function checkVersion(version: number, log: Log): void {
  const [major, minor] = [Math.floor(version / 10_000), version % 10_000];
  if (major < SUPPORTED.oldest) {
    throw new ConfigurationError(
      `the PostgreSQL server of DATABASE_URL is ${major}.${minor}: ${SUPPORTED.oldest} to ${SUPPORTED.newest} are supported`,
    );
  }
  if (major > SUPPORTED.newest) {
    log.warn(
      { version: `${major}.${minor}` },
      `PostgreSQL is newer than ${SUPPORTED.newest}, the newest tested version`,
    );
  }
}
