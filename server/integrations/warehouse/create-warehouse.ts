import type { Metrics } from '#server/cluster/metrics.ts';
import type { Config } from '#server/config/config.ts';
import type { Database } from '#server/db/database.ts';
import type { Clock } from '#server/platform/clock.ts';
import { createEmbeddedWarehouse } from './embedded-warehouse.ts';
import { createHttpWarehouse } from './http-warehouse.ts';
import type { Warehouse } from './warehouse.ts';

type Settings = Pick<Config, 'WAREHOUSE_URL' | 'WAREHOUSE_TOKEN'>;

/** Creates the configured warehouse: the external service, or the embedded one. */
export function createWarehouse(config: Settings, db: Database, clock: Clock, metrics?: Metrics): Warehouse {
  const { WAREHOUSE_URL: url, WAREHOUSE_TOKEN: token } = config;
  return url ? createHttpWarehouse({ url, token }, metrics?.egress('warehouse')) : createEmbeddedWarehouse(db, clock);
}

/** Whether the product's tables contain the stock. An external warehouse is read only. */
export function hasEmbeddedWarehouse({ WAREHOUSE_URL }: Pick<Settings, 'WAREHOUSE_URL'>): boolean {
  return WAREHOUSE_URL === '';
}
