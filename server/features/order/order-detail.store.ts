import type { Read } from '#server/db/database.ts';
import {
  ORDER_COLUMNS,
  ORDER_SHIPMENTS,
  type OrderColumns,
  PICKUP_POINT,
  RECEIVER,
  SHIPMENT_COLUMNS,
  SHIPMENTS_ORDER,
  SHIPPING,
  type StoredShipping,
} from '#server/domain/order-row.ts';
import type { Key } from '#server/domain/resolve.ts';
import type { OrderDetail } from '#shared/orders.ts';

const MODIFICATION = `SELECT json_build_object('state', m.state, 'reason', m.reason,
    'requested_at', wire_time(m.requested_at), 'decided_at', wire_time(m.decided_at),
    'changes', coalesce((SELECT json_agg(json_build_object('field', now.key,
        'before', coalesce(m.before->>now.key, ''), 'after', coalesce(now.value, '')))
      FROM jsonb_each_text(m.after) now WHERE m.before->>now.key IS DISTINCT FROM now.value), '[]'))
  FROM modification_requests m WHERE m.client_id = $1 AND m.order_pk = o.id ORDER BY m.requested_at DESC LIMIT 1`;

const DETAIL = `SELECT ${ORDER_COLUMNS}, ${SHIPMENT_COLUMNS}, o.cancelled_at IS NOT NULL AS cancelled, o.sender_name,
    ${RECEIVER} AS receiver, o.sender_address, ${PICKUP_POINT} AS pickup_point, (${MODIFICATION}) AS last_modification,
    CASE WHEN p.id IS NOT NULL THEN ${SHIPPING} END AS shipping
  FROM orders o ${ORDER_SHIPMENTS} WHERE o.client_id = $1`;

/** What the database knows of an order's detail, beside each of its shipments. */
export interface DetailColumns
  extends OrderColumns,
    Pick<OrderDetail, 'sender_name' | 'receiver' | 'sender_address' | 'pickup_point' | 'last_modification'> {
  cancelled: boolean;
  shipping: StoredShipping | null;
}

/** An order's detail: one row a shipment, in their order; none without the order. */
export function detailStatement(clientId: number, { column, value }: Key<'tracking_id' | 'id'>): Read {
  return {
    name: `order by ${column}`,
    text: `${DETAIL} AND o.${column} = $2 ORDER BY ${SHIPMENTS_ORDER}`,
    values: [clientId, value],
  };
}
