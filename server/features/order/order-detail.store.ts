import type { Read } from '#server/db/database.ts';
import { ORDER_ROW, ORDER_SHIPMENTS, PICKUP_POINT, RECEIVER, SHIPPING } from './order-row.ts';
import type { Key } from './resolve.ts';

// The row's shippings and receiver come again below it in their full form: of two keys, the last one counts.
const DETAIL = `SELECT o.tracking_id, (
    (${ORDER_ROW})::jsonb || jsonb_build_object(
      'date_time', wire_time(o.created_at), 'cancel', o.cancelled_at IS NOT NULL, 'sender_name', o.sender_name,
      'receiver', ${RECEIVER}, 'sender_address', o.sender_address, 'pickup_point', ${PICKUP_POINT},
      'shippings', coalesce((SELECT json_agg(${SHIPPING} ORDER BY p.n) FROM shipments p
        WHERE p.client_id = $1 AND p.order_pk = o.id), '[]'))
  )::text AS results
  FROM orders o CROSS JOIN LATERAL (${ORDER_SHIPMENTS}) s WHERE o.client_id = $1`;

/** An order's detail: one row `tracking_id`, `results` (JSON text without its states token and label addresses), or none. */
export function detailStatement(clientId: number, { column, value }: Key<'tracking_id' | 'id'>): Read {
  return { name: `order by ${column}`, text: `${DETAIL} AND o.${column} = $2`, values: [clientId, value] };
}
