import { run, type Trx } from '#server/db/connection.ts';
import { bind, type Statement, statement } from '#server/db/statement.ts';
import {
  deliveryModeSql,
  PICKUP_POINT,
  SHIPPING,
  STATE_REASON,
  type StoredShipping,
} from '#server/orders/domain/order-row.store.ts';
import type { RowKey } from '#server/orders/domain/row-keys.ts';
import type { ShipmentDetail } from '#shared/orders/shipments.ts';
import type { ShipmentEvent } from './state-history.ts';

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

type DetailRow = { results: StoredShipping<ShipmentDetail> };

const BY_LABEL: Statement<DetailRow> = statement('shipment.by-label', `${DETAIL} AND p.label = $2`, { prepared: true });

const BY_ID: Statement<DetailRow> = statement('shipment.by-id', `${DETAIL} AND p.id = $2`, { prepared: true });

const SHIPMENT_BY = { label: BY_LABEL, id: BY_ID };

/** Reads a shipment's detail: one row, or none. */
export const shipmentDetail = (clientId: number, { column, value }: RowKey<'label' | 'id'>) =>
  bind(SHIPMENT_BY[column], [clientId, value]);

/** An event, or NULL in its place. */
export type HistoryRow = { [K in keyof ShipmentEvent]: ShipmentEvent[K] | null };

const historyBy = (
  column: 'tracking_id' | 'id',
) => `SELECT s.label, e.at, e.state, e.state_code, e.reason, k.corrected_at
      FROM orders o LEFT JOIN shipments s ON s.client_id = $1 AND s.order_pk = o.id
      LEFT JOIN shipment_events e ON e.client_id = s.client_id AND e.shipment_id = s.id
      LEFT JOIN event_corrections k ON k.client_id = e.client_id AND k.shipment_id = e.shipment_id AND k.wrong_id = e.id
      WHERE o.client_id = $1 AND o.${column} = $2 ORDER BY s.n, e.at, e.recorded_at, e.id`;

const HISTORY_BY_TRACKING: Statement<HistoryRow> = statement('shipment.history-by-tracking', historyBy('tracking_id'), {
  prepared: true,
});

const HISTORY_BY_ID: Statement<HistoryRow> = statement('shipment.history-by-id', historyBy('id'), { prepared: true });

const HISTORY_BY = { tracking_id: HISTORY_BY_TRACKING, id: HISTORY_BY_ID };

/**
 * Reads the events of an order's shipments, by shipment, oldest first. A shipment without events has one row of nulls, an order without
 * shipments one without a label; an unknown order has no row.
 */
export const orderHistory = (clientId: number, { column, value }: RowKey<'tracking_id' | 'id'>) =>
  bind(HISTORY_BY[column], [clientId, value]);

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
