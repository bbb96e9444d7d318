import { execute, run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import type { ShipmentStateCode } from '#shared/orders/rules/shipment/shipment-states.ts';
import type { StockReturn } from '#shared/warehouse/staff-stock-return.ts';

/** A shipment with the units that left the stock with it. */
export interface ReturnedShipment extends Omit<StockReturn, 'client_id' | 'refusal'> {
  id: number;
  state_code: ShipmentStateCode | null;
}

const FIND_RETURNED_SHIPMENT: Statement<ReturnedShipment> = statement(
  'stock-return.find-returned-shipment',
  `SELECT s.id, s.label AS shipment_id, s.state, s.state_code, c.nombre_empresa AS company,
     wire_time(b.recorded_at) AS returned_at, b.units AS returned, coalesce(b.note, '') AS note, (
     SELECT coalesce(json_agg(t ORDER BY t.sku, t.expiry NULLS LAST, t.lot), '[]') FROM (
       SELECT k.sku, k.description, l.lot, l.expiry, sum(r.taken) AS units
       FROM stock_reservations r JOIN stock_lots l ON l.client_id = $1 AND l.id = r.lot_id
       JOIN stock_skus k ON k.client_id = $1 AND k.id = l.sku_id
       WHERE r.client_id = $1 AND r.shipment_id = s.id AND r.taken > 0
       GROUP BY k.sku, k.description, l.lot, l.expiry
     ) t) AS lots
   FROM shipments s JOIN clients c ON c.client_id = $1
   LEFT JOIN stock_returns b ON b.client_id = $1 AND b.shipment_id = s.id
   WHERE s.client_id = $1 AND s.label = $2`,
  { nullable: ['returned_at'] },
);

/** Reads the client's shipment with a label; null if there is none. */
export async function findReturnedShipment(
  trx: Trx,
  clientId: number,
  label: string,
): Promise<ReturnedShipment | null> {
  const [shipment] = await run(trx, FIND_RETURNED_SHIPMENT, [clientId, label]);
  return shipment ?? null;
}

/** Marks a shipment as returned to stock, with the units that went back. */
export async function insertStockReturn(
  trx: Trx,
  clientId: number,
  shipmentId: number,
  { returned, note }: Pick<ReturnedShipment, 'returned' | 'note'>,
  now: Date,
): Promise<void> {
  await execute(
    trx,
    'INSERT INTO stock_returns (client_id, shipment_id, recorded_at, units, note) VALUES ($1, $2, $3, $4::jsonb, $5)',
    [clientId, shipmentId, now, JSON.stringify(returned), note],
  );
}
