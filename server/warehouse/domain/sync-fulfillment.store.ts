import { queueWrite, run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import type { ShipmentStateCode } from '#shared/orders/rules/shipment/shipment-states.ts';
import type { FulfillmentStatus } from '#shared/warehouse/rules/fulfillment-timeline.ts';

/** A shipment of an order of mode 3 or 5. */
export interface WarehouseShipment {
  id: number;
  order_pk: number;
  label: string;
  state_code: ShipmentStateCode | null;
  /** Status of its fulfillment order; null if the order has none. */
  status: FulfillmentStatus | null;
  /** Whether its fulfillment order contains its label. */
  labelled: boolean;
}

const SHIPMENTS: Statement<WarehouseShipment> = statement(
  'sync-fulfillment.shipments',
  `SELECT s.id, s.order_pk, s.label, s.state_code, f.status,
     coalesce(s.label = ANY(f.labels), false) AS labelled
   FROM orders o JOIN shipments s ON s.client_id = $1 AND s.order_pk = o.id
   LEFT JOIN fulfillment_orders f ON f.client_id = $1 AND f.order_pk = o.id
   WHERE o.client_id = $1 AND o.id = ANY($2::bigint[]) AND o.delivery_mode IN (3, 5) ORDER BY s.order_pk, s.n`,
  { prepared: true },
);

/** Reads the shipments of orders of the client. Orders that the warehouse doesn't prepare are left out. */
export function findWarehouseShipments(
  trx: Trx,
  clientId: number,
  orderIds: readonly number[],
): Promise<WarehouseShipment[]> {
  return run(trx, SHIPMENTS, [clientId, orderIds]);
}

/** The new status of a fulfillment order and the labels that it gets. */
export interface FulfillmentChange {
  order_pk: number;
  status: FulfillmentStatus;
  labels: string[];
}

/**
 * Inserts fulfillment orders or updates their status. Adds the new labels; a cancelled fulfillment order loses its
 * labels.
 */
export function writeFulfillmentChanges(
  trx: Trx,
  clientId: number,
  changes: readonly FulfillmentChange[],
  now: Date,
): void {
  queueWrite(
    trx,
    `INSERT INTO fulfillment_orders AS f
       (client_id, order_pk, order_id, tracking_id, delivery_mode, status, labels, created_at, status_at)
     SELECT $1, o.id, o.order_id, o.tracking_id, o.delivery_mode, t.status,
       ARRAY(SELECT json_array_elements_text(t.labels)), $3, $3
     FROM json_to_recordset($2) AS t (order_pk bigint, status text, labels json)
     JOIN orders o ON o.client_id = $1 AND o.id = t.order_pk
     ON CONFLICT (client_id, order_pk) DO UPDATE SET status = excluded.status,
       labels = CASE excluded.status WHEN 'Cancelado' THEN '{}'
         ELSE ARRAY(SELECT DISTINCT label FROM unnest(f.labels || excluded.labels) AS label ORDER BY 1) END,
       status_at = CASE WHEN f.status = excluded.status THEN f.status_at ELSE excluded.status_at END`,
    [clientId, JSON.stringify(changes), now],
  );
}
