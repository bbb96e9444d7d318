import type { Config } from '#server/config/config.ts';
import type { DatabaseConnections } from '#server/db/connect.ts';
import { createLog } from '#server/platform/log.ts';
import { startServer } from '#server/start.ts';
import { runAsChild } from './child.ts';

export interface GatewaySettings {
  config: Config;
  database: Omit<DatabaseConnections, 'stop'>;
  portal: boolean;
}

/** Our server as in production; serves the portal only on request. */
runAsChild<GatewaySettings>(({ config, database, portal }) =>
  startServer(config, {
    log: createLog(config.LOG_LEVEL),
    ...(!portal && { portal: null }),
    database: { ...database, stop: async () => {} },
  }),
);
