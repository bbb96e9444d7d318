import { bind, type Statement, statement } from '#server/db/statement.ts';
import { ORDER_STATE_TEXT } from '#server/orders/domain/order-row.store.ts';

/** A shipment with its order's data besides the facts. */
interface ShipmentOrderRow {
  company: string;
  blocked_reason: string | null;
  order_id: string;
  tracking_id: string;
  order_state: string;
  state: string;
  printed: boolean;
  label_outdated: boolean;
  modification_id: number | null;
  reschedule_id: number | null;
}

const BY_LABEL: Statement<ShipmentOrderRow> = statement(
  'shipment-order.by-label',
  `SELECT c.nombre_empresa AS company, c.blocked_reason, o.order_id, o.tracking_id, ${ORDER_STATE_TEXT} AS order_state, p.state, p.printed,
        p.label_outdated AND NOT p.printed AS label_outdated,
        (SELECT m.id FROM modification_requests m WHERE m.client_id = $1 AND m.order_pk = o.id AND m.state = 'Pendiente')
          AS modification_id,
        (SELECT r.id FROM reschedule_requests r WHERE r.client_id = $1 AND r.shipment_id = p.id AND r.state = 'Pendiente')
          AS reschedule_id
      FROM shipments p JOIN orders o ON o.client_id = $1 AND o.id = p.order_pk JOIN clients c ON c.client_id = $1
      WHERE p.client_id = $1 AND p.label = $2`,
  { prepared: true, nullable: ['modification_id', 'reschedule_id'] },
);

/** Reads a shipment's order by the shipment's label: one row, or none. */
export const shipmentOrderByLabel = (clientId: number, label: string) => bind(BY_LABEL, [clientId, label]);
