import type pg from 'pg';
import type { Config } from '#server/config/config.ts';
import type { Log } from '#server/platform/log.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

/** Database connections: the owner runs migrations and jobs, the login serves requests as the role app. */
export interface DatabaseConnections {
  owner: pg.ClientConfig;
  login: pg.ClientConfig;
  /** The login's connection to a streaming replica. */
  replica?: pg.ClientConfig;
  /** Leaves the embedded server, which stops unless other processes use it. */
  stop(): Promise<void>;
}

/** Returns the connections to the server of DATABASE_URL, or starts the embedded server in DATA_DIR. */
export async function connectDatabase(config: Config, log: Log): Promise<DatabaseConnections> {
  if (!config.DATABASE_URL) return startEmbeddedPostgres({ dataDir: config.DATA_DIR, log });
  return {
    owner: { connectionString: config.DATABASE_DIRECT_URL },
    login: { connectionString: config.DATABASE_URL },
    ...(config.DATABASE_REPLICA_URL && { replica: { connectionString: config.DATABASE_REPLICA_URL } }),
    stop: async () => {},
  };
}
