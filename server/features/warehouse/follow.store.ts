import { prepared, run, send, type Trx } from '#server/db/connection.ts';
import type { ShipmentStateCode } from '#shared/rules/shipment-states.ts';

/** A shipment of an order of mode 3 or 5, and how its fulfillment order stands; null when it has none. */
export interface WarehousedShipment {
  id: number;
  order_pk: number;
  label: string;
  state_code: ShipmentStateCode | null;
  status: string | null;
}

const SHIPMENTS = prepared(
  'warehoused_shipments',
  `SELECT s.id, s.order_pk, s.label, s.state_code, f.status
   FROM orders o JOIN shipments s ON s.client_id = $1 AND s.order_pk = o.id
   LEFT JOIN fulfillment_orders f ON f.client_id = $1 AND f.order_pk = o.id
   WHERE o.client_id = $1 AND o.id = ANY($2::bigint[]) AND o.delivery_mode IN (3, 5) ORDER BY s.order_pk, s.n`,
);

/** Shipments of those of the client's orders that the warehouse prepares. */
export function warehousedShipments(
  trx: Trx,
  clientId: number,
  orderIds: readonly number[],
): Promise<WarehousedShipment[]> {
  return run<WarehousedShipment>(trx, SHIPMENTS, [clientId, orderIds]);
}

/** How a fulfillment order stands from now on; with labels once its shipments bear them. */
export interface Standing {
  order_pk: number;
  status: 'Registrado' | 'Preparado' | 'Cancelado';
  labels: string[];
}

/** Makes fulfillment orders, or says how those that are being prepared stand now. */
export function writeStandings(trx: Trx, clientId: number, standings: readonly Standing[], now: Date): void {
  send(
    trx,
    `INSERT INTO fulfillment_orders AS f (client_id, order_pk, status, labels, created_at, status_at)
     SELECT $1, t.order_pk, t.status, ARRAY(SELECT json_array_elements_text(t.labels)), $3, $3
     FROM json_to_recordset($2) AS t (order_pk bigint, status text, labels json)
     ON CONFLICT (client_id, order_pk) DO UPDATE
     SET status = excluded.status, labels = excluded.labels, status_at = excluded.status_at
     WHERE f.status <> excluded.status`,
    [clientId, JSON.stringify(standings), now],
  );
}
