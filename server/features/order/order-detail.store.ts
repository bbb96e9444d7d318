import type { Read } from '#server/db/database.ts';
import { ORDER_ROW, ORDER_SHIPMENTS, PICKUP_POINT, RECEIVER, SHIPPING } from './order-row.ts';
import type { Key } from './resolve.ts';

const MODIFICATION = `SELECT json_build_object('state', m.state, 'reason', m.reason,
    'requested_at', wire_time(m.requested_at), 'decided_at', wire_time(m.decided_at),
    'changes', coalesce((SELECT json_agg(json_build_object('field', now.key,
        'before', coalesce(m.before->>now.key, ''), 'after', coalesce(now.value, '')))
      FROM jsonb_each_text(m.after) now WHERE m.before->>now.key IS DISTINCT FROM now.value), '[]'))
  FROM modification_requests m WHERE m.client_id = $1 AND m.order_pk = o.id ORDER BY m.requested_at DESC LIMIT 1`;

// The row's receiver comes again below it in its full form: of two keys, the last one counts.
const DETAIL = `SELECT o.tracking_id, (
    (${ORDER_ROW})::jsonb - 'shippings' || jsonb_build_object(
      'date_time', wire_time(o.created_at), 'cancel', o.cancelled_at IS NOT NULL, 'sender_name', o.sender_name,
      'receiver', ${RECEIVER}, 'sender_address', o.sender_address, 'pickup_point', ${PICKUP_POINT},
      'last_modification', (${MODIFICATION}))
  )::text AS results,
  coalesce((SELECT json_agg((${SHIPPING})::text ORDER BY p.n) FROM shipments p
    WHERE p.client_id = $1 AND p.order_pk = o.id), '[]') AS shippings
  FROM orders o CROSS JOIN LATERAL (${ORDER_SHIPMENTS}) s WHERE o.client_id = $1`;

/** What the database knows of an order's detail. */
export interface DetailRow {
  tracking_id: string;
  /** JSON text of an object without its shippings. */
  results: string;
  /** JSON text of each shipping, in their order. */
  shippings: string[];
}

/** An order's detail: one `DetailRow`, or none. */
export function detailStatement(clientId: number, { column, value }: Key<'tracking_id' | 'id'>): Read {
  return { name: `order by ${column}`, text: `${DETAIL} AND o.${column} = $2`, values: [clientId, value] };
}
