import { execute, type Trx } from '#server/db/connection.ts';
import type { Day } from '#shared/kit/days.ts';

// Stocks the products in orders, the first five products and one in twelve of the others. Of seven SKUs, one has an
// expired lot (A) and one a critical lot (B). Each SKU has a good lot (C), three of four without expiry, large enough
// for all reservations. One SKU of six has no position.
const LOTS = `
  WITH candidates AS (
    SELECT p.sku, p.description, row_number() OVER (ORDER BY p.sku) AS n FROM products p WHERE p.client_id = $1
  ), kinds AS (
    INSERT INTO stock_skus (client_id, sku, description, since, updated_at, shelf)
    SELECT $1, w.sku, w.description, $3::timestamptz - interval '90 days', $3,
      CASE WHEN w.n % 6 <> 0 THEN format('%s-%s-%s', chr(65 + (w.n % 4)::integer), lpad((w.n / 4 + 1)::text, 2, '0'), w.n % 3 + 1) ELSE '' END
    FROM candidates w WHERE w.n <= 5 OR w.n % 12 = 0 OR EXISTS (
      SELECT FROM shipment_items i JOIN shipments s ON s.client_id = $1 AND s.id = i.shipment_id
      WHERE i.client_id = $1 AND i.sku = w.sku AND s.delivery_mode IN (3, 5))
    RETURNING id, sku
  ), numbered AS (SELECT id, row_number() OVER (ORDER BY sku) AS n FROM kinds)
  INSERT INTO stock_lots (client_id, sku_id, lot, expiry, criticality, units)
  SELECT $1, k.id, 'L' || lpad(k.n::text, 3, '0') || l.letter, e.day, e.day - 30, l.units + k.n
  FROM numbered k CROSS JOIN (VALUES ('A', -12, 4, 0), ('B', 15, 9, 1), ('C', 240, 60, NULL))
    AS l (letter, expires, units, every)
  CROSS JOIN LATERAL (SELECT CASE WHEN l.letter <> 'C' OR k.n % 4 = 0 THEN $2::date + l.expires END AS day) e
  WHERE l.every IS NULL OR k.n % 7 = l.every`;

const ORDERS = `
  INSERT INTO fulfillment_orders
    (client_id, order_pk, order_id, tracking_id, delivery_mode, status, labels, created_at, status_at)
  SELECT $1, o.id, o.order_id, o.tracking_id, o.delivery_mode, x.status,
    CASE x.status WHEN 'Preparado' THEN x.labels ELSE '{}' END, o.created_at, o.updated_at
  FROM orders o CROSS JOIN LATERAL (
    SELECT CASE WHEN bool_and(s.state_code IN ('cancelado', 'expirado')) THEN 'Cancelado'
        WHEN bool_or(s.state_code IN ('registrado', 'en_preparacion')) THEN 'Registrado' ELSE 'Preparado' END AS status,
      array_agg(s.label ORDER BY s.n) FILTER (WHERE s.state_code NOT IN ('cancelado', 'expirado')) AS labels,
      bool_or(s.state_code = 'pendiente_pago') AS unpaid
    FROM shipments s WHERE s.client_id = $1 AND s.order_pk = o.id
  ) x WHERE o.client_id = $1 AND o.delivery_mode IN (3, 5) AND x.status IS NOT NULL AND NOT coalesce(x.unpaid, false)`;

// Items in preparation are half prepared.
const PREPARED = `
  UPDATE shipment_items i SET prepared = CASE s.state_code WHEN 'en_preparacion' THEN i.quantity / 2 ELSE i.quantity END
  FROM shipments s
  WHERE i.client_id = $1 AND s.client_id = $1 AND s.id = i.shipment_id AND s.delivery_mode IN (3, 5)
    AND i.product_id IS NOT NULL AND s.state_code NOT IN ('pendiente_pago', 'registrado', 'cancelado', 'expirado')`;

const RESERVED = `
  WITH kept AS (
    INSERT INTO stock_reservations (client_id, shipment_id, n, lot_id, units, taken)
    SELECT $1, i.shipment_id, i.n, l.id, i.quantity - i.prepared, i.prepared
    FROM shipments s JOIN shipment_items i ON i.client_id = $1 AND i.shipment_id = s.id
    JOIN stock_skus k ON k.client_id = $1 AND k.sku_key = folded_key(i.sku)
    JOIN stock_lots l ON l.client_id = $1 AND l.sku_id = k.id AND l.lot LIKE '%C'
    WHERE s.client_id = $1 AND s.delivery_mode IN (3, 5) AND i.product_id IS NOT NULL
      AND s.state_code NOT IN ('cancelado', 'expirado')
    RETURNING lot_id, units
  )
  UPDATE stock_lots l SET reserved = l.reserved + r.units
  FROM (SELECT lot_id, sum(units) AS units FROM kept GROUP BY lot_id) r WHERE l.client_id = $1 AND l.id = r.lot_id`;

const RECEIPTS = `
  INSERT INTO stock_receipts (client_id, receipt_id, lot_id, units, recorded_at)
  SELECT $1, 'IN-' || l.lot, l.id, l.units + coalesce(r.taken, 0), k.since
  FROM stock_lots l JOIN stock_skus k ON k.client_id = $1 AND k.id = l.sku_id
  LEFT JOIN (SELECT lot_id, sum(taken) AS taken FROM stock_reservations WHERE client_id = $1 GROUP BY lot_id) r
    ON r.lot_id = l.id
  WHERE l.client_id = $1`;

export async function hasStock(trx: Trx, clientId: number): Promise<boolean> {
  return (await execute(trx, 'SELECT FROM stock_skus WHERE client_id = $1 LIMIT 1', [clientId])) > 0;
}

/** Inserts the client's SKUs and lots. Expiries count from `today`. */
export async function insertStockLots(trx: Trx, clientId: number, today: Day, at: Date): Promise<void> {
  await execute(trx, LOTS, [clientId, today, at]);
}

/** Inserts the client's fulfillment orders with prepared units and reservations, and the receipts of all lots. */
export async function insertFulfillment(trx: Trx, clientId: number): Promise<void> {
  await execute(trx, ORDERS, [clientId]);
  await execute(trx, PREPARED, [clientId]);
  await execute(trx, RESERVED, [clientId]);
  await execute(trx, RECEIPTS, [clientId]);
}
