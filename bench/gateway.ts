import type { Config } from '#server/config.ts';
import type { DatabaseConnections } from '#server/db/connect.ts';
import { createLog } from '#server/platform/log.ts';
import { startServer } from '#server/start.ts';
import { runAsChild } from './child.ts';

/** Our server as it runs in production, with the gateway alone. */
runAsChild<{ config: Config; database: Omit<DatabaseConnections, 'stop'> }>(({ config, database }) =>
  startServer(config, {
    log: createLog(config.LOG_LEVEL),
    portal: null,
    database: { ...database, stop: async () => {} },
  }),
);
