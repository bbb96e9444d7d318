import type { Read } from '#server/db/database.ts';

/** Events of an order's shipments, by shipment, oldest first; a shipment without any has one row with nulls. */
export function orderHistory(clientId: number, orderId: number): Read {
  return {
    name: 'order history',
    text: `SELECT s.label, e.at, e.state, e.state_code, e.reason
      FROM shipments s LEFT JOIN shipment_events e ON e.client_id = s.client_id AND e.shipment_id = s.id
      WHERE s.client_id = $1 AND s.order_pk = $2 ORDER BY s.n, e.at, e.recorded_at, e.id`,
    values: [clientId, orderId],
  };
}
