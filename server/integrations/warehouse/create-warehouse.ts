import type { Metrics } from '#server/cluster/metrics.ts';
import type { Config } from '#server/config/config.ts';
import type { Database } from '#server/db/database.ts';
import type { Read } from '#server/db/statement.ts';
import type { Clock } from '#server/platform/clock.ts';
import { pageCount } from '#server/platform/http/response/paging.ts';
import { type Day, localDay } from '#shared/kit/days.ts';
import { parseRowId } from '#shared/kit/row-id.ts';
import { stockForecast } from '#shared/warehouse/rules/stock-forecast.ts';
import type { StockProduct } from '#shared/warehouse/stock.ts';
import {
  type CountedRows,
  lotsRead,
  orderRead,
  ordersRead,
  type StoredSku,
  stockRead,
} from './embedded-warehouse.store.ts';
import { createHttpWarehouse } from './http-warehouse.ts';
import type { Paged, Warehouse, WarehousePage } from './warehouse.ts';

type Settings = Pick<Config, 'WAREHOUSE_URL' | 'WAREHOUSE_TOKEN'>;

/** Creates the embedded warehouse: reads the product's tables, which the provider's API and new orders write. */
export function createEmbeddedWarehouse(db: Database, clock: Clock): Warehouse {
  async function list<R>(
    clientId: number,
    read: Read<CountedRows<R>>,
    page: WarehousePage | undefined,
  ): Promise<Paged<R>> {
    const [[{ total, rows } = { total: 0, rows: [] }]] = await db.read(clientId, [read]);
    return { rows, pages: page ? pageCount(total, page.pageSize) : 1 };
  }
  return {
    async orders({ clientId }, filter, page) {
      const read = ordersRead(clientId, filter, page);
      return read ? list(clientId, read, page) : { rows: [], pages: 1 };
    },
    async order({ clientId }, reference) {
      const id = parseRowId(reference);
      if (id === null) return null;
      const [[found]] = await db.read(clientId, [orderRead(clientId, id)]);
      return found?.detail ?? null;
    },
    async stock({ clientId }, filter, page) {
      const today = localDay(clock());
      const { rows, pages } = await list(clientId, stockRead(clientId, filter, today, page), page);
      return { rows: rows.map((row) => productOf(row, today)), pages };
    },
    async lots({ clientId }, sku) {
      const [[found]] = await db.read(clientId, [lotsRead(clientId, sku)]);
      return found?.lots ?? null;
    },
  };
}

function productOf({ sku, description, units, critical, updated_at, ...selling }: StoredSku, today: Day): StockProduct {
  const { days, expiring } = stockForecast(selling, today);
  return {
    sku,
    descripción: description,
    stockTotal: units,
    stockCritico: critical,
    fechaActualización: updated_at,
    disponible: selling.lots.reduce((sum, lot) => sum + lot.units, 0),
    diasCobertura: days,
    venceranSinVender: expiring,
  };
}

/** Creates the configured warehouse: the external service, or the embedded one. */
export function createWarehouse(config: Settings, db: Database, clock: Clock, metrics?: Metrics): Warehouse {
  const { WAREHOUSE_URL: url, WAREHOUSE_TOKEN: token } = config;
  return url ? createHttpWarehouse({ url, token }, metrics?.egress('warehouse')) : createEmbeddedWarehouse(db, clock);
}

/** Whether the product's tables contain the stock. An external warehouse is read only. */
export function hasEmbeddedWarehouse({ WAREHOUSE_URL }: Pick<Settings, 'WAREHOUSE_URL'>): boolean {
  return WAREHOUSE_URL === '';
}
