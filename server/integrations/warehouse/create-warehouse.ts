import type { Metrics } from '#server/cluster/metrics.ts';
import type { Config } from '#server/config/config.ts';
import type { Database } from '#server/db/database.ts';
import type { Clock } from '#server/platform/clock.ts';
import { createEmbeddedWarehouse } from './embedded-warehouse.ts';
import { createHttpWarehouse } from './http-warehouse.ts';
import type { Warehouse } from './warehouse.ts';

type Settings = Pick<Config, 'WAREHOUSE_URL' | 'WAREHOUSE_TOKEN'>;

/** The warehouse of the configuration: an outside service, else our own tables. */
export function createWarehouse(config: Settings, db: Database, clock: Clock, metrics?: Metrics): Warehouse {
  const { WAREHOUSE_URL: url, WAREHOUSE_TOKEN: token } = config;
  return url ? createHttpWarehouse({ url, token }, metrics?.egress('warehouse')) : createEmbeddedWarehouse(db, clock);
}

/** Whether our own tables keep the stock; another service's is only read. */
export function hasEmbeddedWarehouse({ WAREHOUSE_URL }: Pick<Settings, 'WAREHOUSE_URL'>): boolean {
  return WAREHOUSE_URL === '';
}
