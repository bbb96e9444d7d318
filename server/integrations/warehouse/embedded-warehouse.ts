import type { Database, Read } from '#server/db/database.ts';
import { Parameters } from '#server/db/parameters.ts';
import type { Clock } from '#server/platform/clock.ts';
import { pagesOf } from '#server/platform/http/paging.ts';
import { addDays, type Day, localDay, startOfDay } from '#shared/days.ts';
import type { FulfillmentDetail, FulfillmentRow } from '#shared/fulfillment.ts';
import { fold } from '#shared/rules/fold.ts';
import { FULFILLMENT_STATUSES } from '#shared/rules/fulfillment-timeline.ts';
import { SALES_DAYS, type SellingStock, stockOutlook } from '#shared/rules/stock-outlook.ts';
import type { StockLot, StockProduct } from '#shared/stock.ts';
import { DETAIL, LOTS, ORDER_ROW, STOCK } from './embedded-statements.ts';
import type { OrderFilter, Paged, StockFilter, Warehouse, WarehousePage } from './warehouse.ts';

/** Most rows of a list without pages. */
const MOST = 100_000;

const DAY_MS = 86_400_000;

/** The warehouse of our own tables: what the provider's entry and new orders write there. */
export function createEmbeddedWarehouse(db: Database, clock: Clock): Warehouse {
  const first = async <R>(clientId: number, read: Read): Promise<R | undefined> => {
    const [result] = await db.read(clientId, [read]);
    return result?.rows[0] as R | undefined;
  };
  async function list<R>(clientId: number, read: Read, page: WarehousePage | undefined): Promise<Paged<R>> {
    const { total, rows } = (await first<{ total: number; rows: R[] }>(clientId, read)) ?? { total: 0, rows: [] };
    return { rows, pages: page ? pagesOf(total, page.pageSize) : 1 };
  }
  return {
    async orders({ clientId }, filter, page) {
      const read = ordersRead(clientId, filter, page);
      return read ? list<FulfillmentRow>(clientId, read, page) : { rows: [], pages: 1 };
    },
    async order({ clientId }, reference) {
      if (!/^\d{1,13}$/.test(reference)) return null;
      const found = await first<{ detail: FulfillmentDetail }>(clientId, {
        name: 'fulfillment detail',
        text: DETAIL,
        values: [clientId, Number(reference)],
      });
      return found?.detail ?? null;
    },
    async stock({ clientId }, filter, page) {
      const today = localDay(clock());
      const { rows, pages } = await list<StoredSku>(clientId, stockRead(clientId, filter, today, page), page);
      return { rows: rows.map((row) => productOf(row, today)), pages };
    },
    async lots({ clientId }, sku) {
      const found = await first<{ lots: StockLot[] }>(clientId, {
        name: 'stock lots',
        text: LOTS,
        values: [clientId, sku],
      });
      return found?.lots ?? null;
    },
  };
}

/** Null for a state that there is none of. */
function ordersRead(clientId: number, { from, to, status }: OrderFilter, page: WarehousePage | undefined): Read | null {
  const parameters = new Parameters(clientId);
  const conditions = ['f.client_id = $1'];
  if (from) conditions.push(`f.created_at >= ${parameters.add(new Date(startOfDay(from)))}`);
  if (to) conditions.push(`f.created_at < ${parameters.add(new Date(startOfDay(to) + DAY_MS))}`);
  if (status) {
    const known = FULFILLMENT_STATUSES.find(({ value }) => fold(value) === fold(status));
    if (!known) return null;
    conditions.push(`f.status = ${parameters.add(known.value)}`);
  }
  const cut = cutOf(page, parameters);
  return {
    text: `WITH matches AS MATERIALIZED (
        SELECT f.id, f.created_at FROM fulfillment_orders f WHERE ${conditions.join(' AND ')}
      ), ids AS (SELECT id, created_at FROM matches ORDER BY created_at DESC, id DESC ${cut})
      SELECT (SELECT count(*) FROM matches) AS total, (
        SELECT coalesce(json_agg(${ORDER_ROW} ORDER BY ids.created_at DESC, ids.id DESC), '[]')
        FROM ids JOIN fulfillment_orders f ON f.client_id = $1 AND f.id = ids.id
        JOIN orders o ON o.client_id = $1 AND o.id = f.order_pk
      ) AS rows`,
    values: parameters.values,
  };
}

function stockRead(clientId: number, filter: StockFilter, today: Day, page: WarehousePage | undefined): Read {
  const parameters = new Parameters(clientId);
  parameters.add(today);
  parameters.add(new Date(startOfDay(addDays(today, 1 - SALES_DAYS))));
  const conditions = ['k.client_id = $1'];
  if (filter.sku) conditions.push(`norm(k.sku) LIKE like_part(${parameters.add(filter.sku)})`);
  if (filter.description) conditions.push(`norm(k.description) LIKE like_part(${parameters.add(filter.description)})`);
  const state = fold(filter.state ?? '');
  if (state === fold('Crítico')) conditions.push('n.critical > 0');
  if (state === fold('Vencido')) conditions.push('n.expired > 0');
  const cut = cutOf(page, parameters);
  return { text: STOCK(conditions.join(' AND '), cut), values: parameters.values };
}

/** A row of `STOCK`; its lots are those that new orders may take of. */
interface StoredSku extends SellingStock {
  sku: string;
  description: string;
  units: number;
  critical: number;
  updated_at: string;
}

function productOf({ sku, description, units, critical, updated_at, ...selling }: StoredSku, today: Day): StockProduct {
  const { days, expiring } = stockOutlook(selling, today);
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

/** A page behind the last is empty, as the outside service's. */
function cutOf(page: WarehousePage | undefined, parameters: Parameters): string {
  if (!page) return `LIMIT ${MOST}`;
  const offset = (page.page - 1) * page.pageSize;
  return `LIMIT ${parameters.add(page.pageSize)}::bigint OFFSET ${parameters.add(offset)}::bigint`;
}
