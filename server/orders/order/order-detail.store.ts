import { bind, type Statement, statement } from '#server/db/statement.ts';
import {
  JOIN_SHIPMENTS,
  JOINED_NULLS,
  type JoinedOrder,
  ORDER_COLUMNS,
  PICKUP_POINT,
  RECEIVER,
  SHIPMENT_COLUMNS,
  SHIPMENTS_SORT,
  SHIPPING,
  type StoredShipping,
} from '#server/orders/domain/order-row.store.ts';
import type { RowKey } from '#server/orders/domain/row-keys.ts';
import type { OrderDetail } from '#shared/orders/orders.ts';

const MODIFICATION = `SELECT json_build_object('state', m.state, 'reason', m.reason,
    'requested_at', wire_time(m.requested_at), 'decided_at', wire_time(m.decided_at),
    'changes', coalesce((SELECT json_agg(json_build_object('field', now.key,
        'before', coalesce(m.before->>now.key, ''), 'after', coalesce(now.value, '')))
      FROM jsonb_each_text(m.after) now WHERE m.before->>now.key IS DISTINCT FROM now.value), '[]'))
  FROM modification_requests m WHERE m.client_id = $1 AND m.order_pk = o.id ORDER BY m.requested_at DESC LIMIT 1`;

const DETAIL = `SELECT o.cancelled_at IS NOT NULL AS cancelled, o.sender_name, ${RECEIVER} AS receiver, o.sender_address,
    ${PICKUP_POINT} AS pickup_point, (${MODIFICATION}) AS last_modification
  FROM orders o WHERE o.client_id = $1`;

/** Columns that only the order's detail shows. */
interface OrderDetailRow
  extends Pick<OrderDetail, 'sender_name' | 'receiver' | 'sender_address' | 'pickup_point' | 'last_modification'> {
  cancelled: boolean;
}

const DETAIL_BY_TRACKING: Statement<OrderDetailRow> = statement(
  'order-detail.by-tracking',
  `${DETAIL} AND o.tracking_id = $2`,
  { prepared: true, nullable: ['pickup_point', 'last_modification'] },
);

const DETAIL_BY_ID: Statement<OrderDetailRow> = statement('order-detail.by-id', `${DETAIL} AND o.id = $2`, {
  prepared: true,
  nullable: ['pickup_point', 'last_modification'],
});

const DETAIL_BY = { tracking_id: DETAIL_BY_TRACKING, id: DETAIL_BY_ID };

/** Reads the order-level part of an order's detail: one row, or none. */
export const orderDetailStatement = (clientId: number, { column, value }: RowKey<'tracking_id' | 'id'>) =>
  bind(DETAIL_BY[column], [clientId, value]);

const SHIPPINGS = `SELECT ${ORDER_COLUMNS}, ${SHIPMENT_COLUMNS}, CASE WHEN p.id IS NOT NULL THEN ${SHIPPING} END AS shipping
  FROM orders o ${JOIN_SHIPMENTS} WHERE o.client_id = $1`;

/** An order joined with one of its shipments, or with none. */
type ShippingRow = JoinedOrder & { shipping: StoredShipping | null };

const SHIPPINGS_BY_TRACKING: Statement<ShippingRow> = statement(
  'order-detail.shippings-by-tracking',
  `${SHIPPINGS} AND o.tracking_id = $2 ORDER BY ${SHIPMENTS_SORT}`,
  { prepared: true, nullable: [...JOINED_NULLS, 'shipping'] },
);

const SHIPPINGS_BY_ID: Statement<ShippingRow> = statement(
  'order-detail.shippings-by-id',
  `${SHIPPINGS} AND o.id = $2 ORDER BY ${SHIPMENTS_SORT}`,
  { prepared: true, nullable: [...JOINED_NULLS, 'shipping'] },
);

const SHIPPINGS_BY = { tracking_id: SHIPPINGS_BY_TRACKING, id: SHIPPINGS_BY_ID };

/** Reads an order's shipments by number: one row each, one without a shipment, or no row if the order doesn't exist. */
export const shippingsStatement = (clientId: number, { column, value }: RowKey<'tracking_id' | 'id'>) =>
  bind(SHIPPINGS_BY[column], [clientId, value]);
