import type pg from 'pg';
import type { Config } from '#server/config/config.ts';
import type { Log } from '#server/platform/log.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

/** The two ways in: the owner migrates and keeps jobs, the login serves requests as the role app. */
export interface DatabaseConnections {
  owner: pg.ClientConfig;
  login: pg.ClientConfig;
  /** The login's way into a streaming replica. */
  replica?: pg.ClientConfig;
  /** Stops an embedded server, if this process may. */
  stop(): Promise<void>;
}

/** The server of DATABASE_URL, else the embedded one in DATA_DIR. */
export async function connectDatabase(config: Config, log: Log): Promise<DatabaseConnections> {
  if (!config.DATABASE_URL) return startEmbeddedPostgres({ dataDir: config.DATA_DIR, log });
  return {
    owner: { connectionString: config.DATABASE_DIRECT_URL },
    login: { connectionString: config.DATABASE_URL },
    ...(config.DATABASE_REPLICA_URL && { replica: { connectionString: config.DATABASE_REPLICA_URL } }),
    stop: async () => {},
  };
}
