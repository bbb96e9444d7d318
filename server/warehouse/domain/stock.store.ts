import { queueWrite, run, type Trx } from '#server/db/connection.ts';
import { prepared, type Statement, statement } from '#server/db/statement.ts';

/** A lot with free units: units that are neither reserved nor expired. */
export interface FreeLot {
  id: number;
  /** SKU in its normal form (`foldedKey`), by which products and stock are matched. */
  sku: string;
  free: number;
}

const FREE: Statement<FreeLot> = statement(
  'stock.free',
  `SELECT l.id, k.sku_key AS sku, l.units - l.reserved AS free
   FROM stock_skus k JOIN stock_lots l ON l.client_id = $1 AND l.sku_id = k.id
   WHERE k.client_id = $1 AND k.sku_key = ANY($2::text[]) AND l.units > l.reserved
     AND (l.expiry IS NULL OR l.expiry >= $3::date)
   ORDER BY l.expiry NULLS LAST, l.id`,
  { prepared: true, present: ['sku'] },
);

/** Reads the client's free lots of some SKUs on a day; the lots that expire first come first. */
export function freeLots(trx: Trx, clientId: number, skus: readonly string[], day: string): Promise<FreeLot[]> {
  return run(trx, FREE, [clientId, skus, day]);
}

/** Units of a lot that are reserved for item `n` of a shipment. */
export interface Reservation {
  label: string;
  n: number;
  lot_id: number;
  units: number;
}

const RESERVE = prepared(
  'reserve_stock',
  `WITH wanted AS MATERIALIZED (
     SELECT s.id AS shipment_id, w.n, w.lot_id, w.units
     FROM json_to_recordset($2) AS w (label text, n smallint, lot_id bigint, units integer)
     JOIN shipments s ON s.client_id = $1 AND s.label = w.label
   ), kept AS (
     INSERT INTO stock_reservations (client_id, shipment_id, n, lot_id, units)
     SELECT $1, shipment_id, n, lot_id, units FROM wanted
   )
   UPDATE stock_lots l SET reserved = l.reserved + w.units
   FROM (SELECT lot_id, sum(units) AS units FROM wanted GROUP BY lot_id) w WHERE l.client_id = $1 AND l.id = w.lot_id`,
);

/** Inserts reservations. Their shipments must be stored already. */
export function insertReservations(trx: Trx, clientId: number, reservations: readonly Reservation[]): void {
  queueWrite(trx, RESERVE, [clientId, JSON.stringify(reservations)]);
}

/** Releases the reserved units of shipments. Units that were already taken from stock stay taken. */
export function releaseReservations(trx: Trx, clientId: number, shipmentIds: readonly number[]): void {
  queueWrite(
    trx,
    `WITH waiting AS MATERIALIZED (
       SELECT shipment_id, n, lot_id, units FROM stock_reservations
       WHERE client_id = $1 AND shipment_id = ANY($2::bigint[]) AND units > 0
     ), freed AS (
       UPDATE stock_reservations r SET units = 0 FROM waiting w
       WHERE r.client_id = $1 AND r.shipment_id = w.shipment_id AND r.n = w.n AND r.lot_id = w.lot_id
     )
     UPDATE stock_lots l SET reserved = l.reserved - w.units
     FROM (SELECT lot_id, sum(units) AS units FROM waiting GROUP BY lot_id) w WHERE l.client_id = $1 AND l.id = w.lot_id`,
    [clientId, shipmentIds],
  );
}

/**
 * Releases the reserved units of shipments, returns their taken units to stock and sets their items to 0 prepared
 * units.
 */
export function returnToStock(trx: Trx, clientId: number, shipmentIds: readonly number[], now: Date): void {
  queueWrite(
    trx,
    `WITH freed AS (
       DELETE FROM stock_reservations WHERE client_id = $1 AND shipment_id = ANY($2::bigint[])
       RETURNING lot_id, units, taken
     ), filled AS (
       UPDATE stock_lots l SET reserved = l.reserved - f.units, units = l.units + f.taken
       FROM (SELECT lot_id, sum(units) AS units, sum(taken) AS taken FROM freed GROUP BY lot_id) f
       WHERE l.client_id = $1 AND l.id = f.lot_id RETURNING l.sku_id, f.taken
     ), unprepared AS (
       UPDATE shipment_items SET prepared = 0
       WHERE client_id = $1 AND shipment_id = ANY($2::bigint[]) AND prepared > 0
     )
     UPDATE stock_skus SET updated_at = $3
     WHERE client_id = $1 AND id IN (SELECT sku_id FROM filled WHERE taken > 0)`,
    [clientId, shipmentIds, now],
  );
}

/** Takes all reserved units of shipments from stock and counts the shipments' items as prepared. */
export function consumeReservations(trx: Trx, clientId: number, shipmentIds: readonly number[], now: Date): void {
  queueWrite(
    trx,
    `WITH waiting AS MATERIALIZED (
       SELECT shipment_id, n, lot_id, units FROM stock_reservations
       WHERE client_id = $1 AND shipment_id = ANY($2::bigint[]) AND units > 0
     ), taken AS (
       UPDATE stock_reservations r SET units = 0, taken = r.taken + w.units FROM waiting w
       WHERE r.client_id = $1 AND r.shipment_id = w.shipment_id AND r.n = w.n AND r.lot_id = w.lot_id
     ), emptied AS (
       UPDATE stock_lots l SET reserved = l.reserved - w.units, units = l.units - w.units
       FROM (SELECT lot_id, sum(units) AS units FROM waiting GROUP BY lot_id) w
       WHERE l.client_id = $1 AND l.id = w.lot_id RETURNING l.sku_id
     ), prepared AS (
       UPDATE shipment_items SET prepared = quantity
       WHERE client_id = $1 AND shipment_id = ANY($2::bigint[]) AND product_id IS NOT NULL AND prepared < quantity
     )
     UPDATE stock_skus SET updated_at = $3 WHERE client_id = $1 AND id IN (SELECT sku_id FROM emptied)`,
    [clientId, shipmentIds, now],
  );
}

/** Prepared units of an item from one lot; `lot_id` is null if they came from no lot. */
export interface ConsumedUnits {
  shipment_id: number;
  n: number;
  lot_id: number | null;
  units: number;
}

/** Takes reserved units from stock and counts them as prepared. Units without a lot are only counted. */
export function consumeUnits(trx: Trx, clientId: number, consumed: readonly ConsumedUnits[], now: Date): void {
  queueWrite(
    trx,
    `WITH t AS MATERIALIZED (
       SELECT * FROM json_to_recordset($2) AS t (shipment_id bigint, n smallint, lot_id bigint, units integer)
     ), taken AS (
       UPDATE stock_reservations r SET units = r.units - t.units, taken = r.taken + t.units FROM t
       WHERE r.client_id = $1 AND r.shipment_id = t.shipment_id AND r.n = t.n AND r.lot_id = t.lot_id
     ), emptied AS (
       UPDATE stock_lots l SET reserved = l.reserved - x.units, units = l.units - x.units
       FROM (SELECT lot_id, sum(units) AS units FROM t GROUP BY lot_id) x
       WHERE l.client_id = $1 AND l.id = x.lot_id RETURNING l.sku_id
     ), prepared AS (
       UPDATE shipment_items i SET prepared = i.prepared + x.units
       FROM (SELECT shipment_id, n, sum(units) AS units FROM t GROUP BY 1, 2) x
       WHERE i.client_id = $1 AND i.shipment_id = x.shipment_id AND i.n = x.n
     )
     UPDATE stock_skus SET updated_at = $3 WHERE client_id = $1 AND id IN (SELECT sku_id FROM emptied)`,
    [clientId, JSON.stringify(consumed), now],
  );
}
