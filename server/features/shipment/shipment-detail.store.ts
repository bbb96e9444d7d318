import type { Read } from '#server/db/database.ts';
import { deliveryMode, PICKUP_POINT, SHIPPING } from '#server/domain/order-row.store.ts';
import type { Key } from '#server/domain/resolve.ts';

/** SQL of the client's user, who is a shipment's sender (readings C44). */
const SENDER = `(SELECT json_build_object('user_id', u.id, 'nickname', u.username, 'first_name', u.first_name,
    'last_name', u.last_name, 'email', u.email)
  FROM users u WHERE u.client_id = $1 ORDER BY u.created_at, u.id LIMIT 1)`;

const DETAIL = `SELECT (
    (${SHIPPING})::jsonb || jsonb_build_object(
      'order_id', o.order_id, 'tracking_id', o.tracking_id, 'registered', wire_time(p.created_at),
      'delivery_mode', (${deliveryMode('p.delivery_mode')})::json, 'delivery_date', p.delivery_date,
      'items_quantity', (SELECT coalesce(sum(i.quantity), 0) FROM shipment_items i
        WHERE i.client_id = $1 AND i.shipment_id = p.id),
      'sender', ${SENDER}, 'pickup_point', ${PICKUP_POINT})
  ) AS results
  FROM shipments p JOIN orders o ON o.client_id = $1 AND o.id = p.order_pk WHERE p.client_id = $1`;

/** A shipment's detail: one row `results`, or none. */
export function shipmentDetail(clientId: number, { column, value }: Key<'label' | 'id'>): Read {
  return { name: `shipment by ${column}`, text: `${DETAIL} AND p.${column} = $2`, values: [clientId, value] };
}
