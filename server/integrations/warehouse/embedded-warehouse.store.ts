import { Parameters } from '#server/db/list/parameters.ts';
import { bind, type Read, type Statement, statement, variant } from '#server/db/statement.ts';
import { addDays, type Day, startOfDay } from '#shared/kit/days.ts';
import { fold } from '#shared/kit/text/fold.ts';
import { DAY_MS } from '#shared/kit/time-units.ts';
import { readBarcode } from '#shared/orders/rules/code/barcode.ts';
import type { FulfillmentDetail, FulfillmentRow } from '#shared/warehouse/fulfillment.ts';
import { FULFILLMENT_STATUSES } from '#shared/warehouse/rules/fulfillment-timeline.ts';
import { SALES_DAYS, type StockSales } from '#shared/warehouse/rules/stock-forecast.ts';
import type { StockLot } from '#shared/warehouse/stock.ts';
import type { OrderFilter, StockFilter, WarehousePage } from './warehouse.ts';

/** Maximum rows of a list without pages. */
const MAX_ROWS = 100_000;

/** JSON of a row in the list of fulfillment orders. `f` is the fulfillment order, `o` its order. */
const ORDER_ROW = `json_build_object('fecha', local_day(f.created_at)::text, 'referencia', f.id::text,
  'orden', o.tracking_id, 'estado', f.status)`;

/** Selects a fulfillment order of client `$1` by id. All items of a SKU become one product. */
const DETAIL: Statement<{ detail: FulfillmentDetail }> = statement(
  'embedded-warehouse.detail',
  `
  SELECT json_build_object(
    'estado', f.status,
    'etiquetas', nullif(array_to_string(f.labels, ','), ''),
    'fechaCreacionOrden', wire_time(f.created_at),
    'fechaEstado', wire_time(f.status_at),
    'productos', (
      SELECT coalesce(json_agg(json_build_object('sku', p.sku, 'descripcion', p.name, 'cantidad', p.quantity,
        'cantidadPreparada', p.prepared) ORDER BY p.place), '[]')
      FROM (
        SELECT min(i.sku) AS sku, min(i.name) AS name, sum(i.quantity) AS quantity, sum(i.prepared) AS prepared,
          min(s.n * 1000 + i.n) AS place
        FROM shipments s JOIN shipment_items i ON i.client_id = $1 AND i.shipment_id = s.id
        WHERE s.client_id = $1 AND s.order_pk = f.order_pk AND i.product_id IS NOT NULL
          AND (f.status = 'Cancelado' OR s.state_code IS NULL OR s.state_code NOT IN ('cancelado', 'expirado'))
        GROUP BY folded_key(i.sku)
      ) p
    ),
    'datosDestinatario', json_build_object(
      'nombreYApellido', o.receiver_name,
      'mail', o.email,
      'telefono', o.receiver_phone,
      'direccion', concat_ws(', ', concat_ws(' ', o.street_name, o.street_number),
        CASE WHEN o.floor <> '' THEN 'piso ' || o.floor END, CASE WHEN o.apartment <> '' THEN 'dpto. ' || o.apartment END),
      'codigoPostal', o.zip_code,
      'localidad', o.city,
      'provincia', o.state
    )
  ) AS detail
  FROM fulfillment_orders f JOIN orders o ON o.client_id = $1 AND o.id = f.order_pk
  WHERE f.client_id = $1 AND f.id = $2`,
  { prepared: true },
);

/** Selects the lots of a SKU of client `$1`. No row for an unknown SKU. */
const LOTS: Statement<{ lots: StockLot[] }> = statement(
  'embedded-warehouse.lots',
  `
  SELECT (
    SELECT coalesce(json_agg(json_build_object('lote', l.lot, 'vencimiento', l.expiry, 'fechaCriticidad', l.criticality,
      'unidades', l.units) ORDER BY l.expiry NULLS LAST, l.id), '[]')
    FROM stock_lots l WHERE l.client_id = $1 AND l.sku_id = k.id AND l.units > 0
  ) AS lots
  FROM stock_skus k WHERE k.client_id = $1 AND k.sku_key = folded_key($2)`,
  { prepared: true },
);

/**
 * Selects the stock of client `$1` by SKU on day `$2`, with the units sold since `$3`. Critical and expired are defined as in
 * shared/warehouse/rules/lot-status.ts. Sold units are those of fulfillment orders that weren't cancelled.
 */
const stockText = (conditions: string, cut: string) => `
  WITH matches AS MATERIALIZED (
    SELECT k.id, k.sku, k.sku_key, k.description, k.since, k.updated_at, n.*
    FROM stock_skus k CROSS JOIN LATERAL (
      SELECT coalesce(sum(l.units), 0) AS units,
        coalesce(sum(l.units) FILTER (WHERE l.criticality < $2::date AND (l.expiry IS NULL OR l.expiry >= $2::date)), 0)
          AS critical,
        coalesce(sum(l.units) FILTER (WHERE l.expiry < $2::date), 0) AS expired
      FROM stock_lots l WHERE l.client_id = $1 AND l.sku_id = k.id
    ) n WHERE ${conditions}
  ), page AS (SELECT * FROM matches ORDER BY sku, id ${cut}), sold AS (
    SELECT folded_key(i.sku) AS sku_key, sum(i.quantity) AS units
    FROM fulfillment_orders f JOIN shipments s ON s.client_id = $1 AND s.order_pk = f.order_pk
    JOIN shipment_items i ON i.client_id = $1 AND i.shipment_id = s.id
    WHERE f.client_id = $1 AND f.created_at >= $3 AND i.product_id IS NOT NULL
      AND (s.state_code IS NULL OR s.state_code NOT IN ('cancelado', 'expirado'))
    GROUP BY 1
  )
  SELECT (SELECT count(*) FROM matches) AS total, (
    SELECT coalesce(json_agg(json_build_object('sku', p.sku, 'description', p.description, 'units', p.units,
      'critical', p.critical, 'updated_at', wire_time(p.updated_at), 'since', local_day(p.since),
      'sold', coalesce(sold.units, 0), 'lots', (
        SELECT coalesce(json_agg(json_build_object('expiry', l.expiry, 'units', l.units - l.reserved)), '[]')
        FROM stock_lots l WHERE l.client_id = $1 AND l.sku_id = p.id AND l.units > l.reserved
          AND (l.expiry IS NULL OR l.expiry >= $2::date)
      )) ORDER BY p.sku, p.id), '[]')
    FROM page p LEFT JOIN sold ON sold.sku_key = p.sku_key
  ) AS rows`;

/** Rows of a list, and the number of rows of all its pages. */
export interface CountedRows<R> {
  total: number;
  rows: R[];
}

/** Builds a read of the client's fulfillment orders. @returns null for an unknown status */
export function ordersRead(
  clientId: number,
  { from, to, status }: OrderFilter,
  page: WarehousePage | undefined,
): Read<CountedRows<FulfillmentRow>> | null {
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
  return bind(variant(ORDERS, ordersText(conditions.join(' AND '), cut)), parameters.values);
}

const ordersText = (conditions: string, cut: string) => `WITH matches AS MATERIALIZED (
        SELECT f.id, f.created_at FROM fulfillment_orders f WHERE ${conditions}
      ), ids AS (SELECT id, created_at FROM matches ORDER BY created_at DESC, id DESC ${cut})
      SELECT (SELECT count(*) FROM matches) AS total, (
        SELECT coalesce(json_agg(${ORDER_ROW} ORDER BY ids.created_at DESC, ids.id DESC), '[]')
        FROM ids JOIN fulfillment_orders f ON f.client_id = $1 AND f.id = ids.id
        JOIN orders o ON o.client_id = $1 AND o.id = f.order_pk
      ) AS rows`;

const ORDERS: Statement<CountedRows<FulfillmentRow>> = statement(
  'embedded-warehouse.orders',
  ordersText('f.client_id = $1', ''),
);

/** Builds a read of the client's stock. The SKU's filter also matches a whole bar code. */
export function stockRead(
  clientId: number,
  filter: StockFilter,
  today: Day,
  page: WarehousePage | undefined,
): Read<CountedRows<StoredSku>> {
  const parameters = new Parameters(clientId);
  parameters.add(today);
  parameters.add(new Date(startOfDay(addDays(today, 1 - SALES_DAYS))));
  const conditions = ['k.client_id = $1'];
  if (filter.sku) {
    const named = `norm(k.sku) LIKE like_contains(${parameters.add(filter.sku)})`;
    const barcode = readBarcode(filter.sku);
    const coded = (code: string) => `k.sku_key = (SELECT b.sku_key FROM products b
      WHERE b.client_id = $1 AND b.barcode = ${parameters.add(code)} AND b.barcode <> '')`;
    conditions.push(barcode === null ? named : `(${named} OR ${coded(barcode)})`);
  }
  if (filter.description)
    conditions.push(`norm(k.description) LIKE like_contains(${parameters.add(filter.description)})`);
  const state = fold(filter.state ?? '');
  if (state === fold('Crítico')) conditions.push('n.critical > 0');
  if (state === fold('Vencido')) conditions.push('n.expired > 0');
  const cut = cutOf(page, parameters);
  return bind(variant(STOCK, stockText(conditions.join(' AND '), cut)), parameters.values);
}

/** Builds a read of a fulfillment order by id: one row, or none. */
export const orderRead = (clientId: number, id: number) => bind(DETAIL, [clientId, id]);

/** Builds a read of the lots of a SKU: one row, or none. */
export const lotsRead = (clientId: number, sku: string) => bind(LOTS, [clientId, sku]);

/** A row of the stock list. `lots` are those available for new orders. */
export interface StoredSku extends StockSales {
  sku: string;
  description: string;
  units: number;
  critical: number;
  updated_at: string;
}

const STOCK: Statement<CountedRows<StoredSku>> = statement(
  'embedded-warehouse.stock',
  stockText('k.client_id = $1', ''),
);

/** Returns LIMIT and OFFSET. A page past the last page is empty, as with the external service. */
function cutOf(page: WarehousePage | undefined, parameters: Parameters): string {
  if (!page) return `LIMIT ${MAX_ROWS}`;
  const offset = (page.page - 1) * page.pageSize;
  return `LIMIT ${parameters.add(page.pageSize)}::bigint OFFSET ${parameters.add(offset)}::bigint`;
}
