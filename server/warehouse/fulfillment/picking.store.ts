import { run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import { skuName } from '#server/warehouse/stock/sku-name.ts';

/** Units of a lot that an order waits for. */
export interface PickedUnits {
  company: string;
  id: number;
  order_id: string;
  sku: string;
  description: string;
  /** '' without a position. */
  shelf: string;
  lot: string | null;
  expiry: string | null;
  units: number;
}

const UNITS_TO_PICK: Statement<PickedUnits> = statement(
  'picking.units-to-pick',
  `WITH wanted AS (
     SELECT f.id, f.order_id, i.shipment_id, i.n, i.sku, i.name, i.quantity - i.prepared AS missing
     FROM fulfillment_orders f
     JOIN shipments s ON s.client_id = $1 AND s.order_pk = f.order_pk
     JOIN shipment_items i ON i.client_id = $1 AND i.shipment_id = s.id
     WHERE f.client_id = $1 AND f.id = ANY($2::bigint[]) AND f.status = 'Registrado' AND i.product_id IS NOT NULL
       AND i.quantity > i.prepared AND coalesce(s.state_code, '') NOT IN ('cancelado', 'expirado')
   )
   SELECT c.nombre_empresa AS company, w.id, w.order_id, coalesce(k.sku, w.sku) AS sku, ${skuName('w.name')} AS description,
     coalesce(k.shelf, '') AS shelf, l.lot, l.expiry::text AS expiry, coalesce(r.units, w.missing) AS units
   FROM wanted w JOIN clients c ON c.client_id = $1
   LEFT JOIN stock_reservations r
     ON r.client_id = $1 AND r.shipment_id = w.shipment_id AND r.n = w.n AND r.units > 0
   LEFT JOIN stock_lots l ON l.client_id = $1 AND l.id = r.lot_id
   LEFT JOIN stock_skus k ON k.client_id = $1 AND k.sku_key = folded_key(w.sku)
   ORDER BY w.id, w.n`,
  { nullable: ['expiry'] },
);

/** Reads the units that are still to prepare of the client's waiting orders among these, by reserved lot. */
export function unitsToPick(trx: Trx, clientId: number, ids: readonly number[]): Promise<PickedUnits[]> {
  return run(trx, UNITS_TO_PICK, [clientId, ids]);
}
