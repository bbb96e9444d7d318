import { run, type Trx } from '#server/db/connection.ts';
import type { Read } from '#server/db/database.ts';
import { statement } from '#server/db/statement.ts';
import { deliveryModeSql, PICKUP_POINT, SHIPPING, STATE_REASON } from '#server/domain/order-row.store.ts';
import type { RowKey } from '#server/domain/row-keys.ts';

/** SQL of the client's first user, who counts as the sender of every shipment (readings C44). */
const SENDER = `(SELECT json_build_object('user_id', u.id, 'nickname', u.username, 'first_name', u.first_name,
    'last_name', u.last_name, 'email', u.email)
  FROM users u WHERE u.client_id = $1 ORDER BY u.created_at, u.id LIMIT 1)`;

const DETAIL = `SELECT (
    (${SHIPPING})::jsonb || jsonb_build_object(
      'order_id', o.order_id, 'tracking_id', o.tracking_id, 'registered', wire_time(p.created_at),
      'delivery_mode', (${deliveryModeSql('p.delivery_mode')})::json, 'delivery_date', p.delivery_date,
      'items_quantity', (SELECT coalesce(sum(i.quantity), 0) FROM shipment_items i
        WHERE i.client_id = $1 AND i.shipment_id = p.id),
      'sender', ${SENDER}, 'pickup_point', ${PICKUP_POINT}, 'state_reason', ${STATE_REASON})
  ) AS results
  FROM shipments p JOIN orders o ON o.client_id = $1 AND o.id = p.order_pk WHERE p.client_id = $1`;

/** Reads a shipment's detail: one row `results`, or no row. */
export function shipmentDetail(clientId: number, { column, value }: RowKey<'label' | 'id'>): Read {
  return { name: `shipment by ${column}`, text: `${DETAIL} AND p.${column} = $2`, values: [clientId, value] };
}

/**
 * Reads the events of an order's shipments, by shipment, oldest first. A shipment without events has one row of nulls, an order without
 * shipments one without a label; an unknown order has no row.
 */
export function orderHistory(clientId: number, { column, value }: RowKey<'tracking_id' | 'id'>): Read {
  return {
    name: `order history by ${column}`,
    text: `SELECT s.label, e.at, e.state, e.state_code, e.reason, k.corrected_at
      FROM orders o LEFT JOIN shipments s ON s.client_id = $1 AND s.order_pk = o.id
      LEFT JOIN shipment_events e ON e.client_id = s.client_id AND e.shipment_id = s.id
      LEFT JOIN event_corrections k ON k.client_id = e.client_id AND k.shipment_id = e.shipment_id AND k.wrong_id = e.id
      WHERE o.client_id = $1 AND o.${column} = $2 ORDER BY s.n, e.at, e.recorded_at, e.id`,
    values: [clientId, value],
  };
}

const SHIPMENT = 'SELECT order_pk, label FROM shipments WHERE client_id = $1';

const ORDER_OF_SHIPMENT = {
  id: statement('shipment.order-by-id', `${SHIPMENT} AND id = $2`),
  label: statement('shipment.order-by-label', `${SHIPMENT} AND label = $2`),
};

/** Returns the order and the label of the client's shipment with this key; null if there is none. */
export async function orderOfShipment(
  trx: Trx,
  clientId: number,
  { column, value }: RowKey<'label' | 'id'>,
): Promise<{ order_pk: number; label: string } | null> {
  const [found] = await run(trx, ORDER_OF_SHIPMENT[column], [clientId, value]);
  return found ?? null;
}
