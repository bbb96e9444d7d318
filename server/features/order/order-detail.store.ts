import type { Read } from '#server/db/database.ts';
import { ORDER_ROW, ORDER_SHIPMENTS, RECEIVER, SHIPMENT_ITEMS } from './order-row.ts';
import type { Key } from './resolve.ts';

/** SQL of a shipment `p` of an order `o` (D1 §3 Shipping); days that it hasn't yet are its order's. */
const SHIPPING = `json_build_object(
  'id', p.id, 'shipment_id', p.label, 'state', p.state, 'estimated_delivery_date', o.estimated_max,
  'shipping_cost', wire_pesos(p.cost_cents), 'value', wire_pesos(p.value_cents), 'weight', p.weight_g,
  'volume', p.width_cm::bigint * p.length_cm * p.height_cm, 'width', p.width_cm, 'length', p.length_cm,
  'height', p.height_cm, 'items', ${SHIPMENT_ITEMS}, 'receiver', ${RECEIVER},
  'sender_address', o.sender_address, 'printed_by_client', p.printed, 'print_png_url', NULL,
  'printable', p.printable, 'cancellable', p.cancellable, 'can_return', p.can_return)`;

const POINT = `CASE WHEN o.pickup_point IS NOT NULL THEN json_build_object(
  'code', o.pickup_point->>'code', 'name', o.pickup_point->>'name',
  'address', concat_ws(', ', o.pickup_point->>'street', o.pickup_point->>'city')) END`;

// The row's shippings and receiver come again below it in their full form: of two keys, the last one counts.
const DETAIL = `SELECT o.tracking_id, (
    (${ORDER_ROW})::jsonb || jsonb_build_object(
      'date_time', wire_time(o.created_at), 'cancel', o.cancelled_at IS NOT NULL, 'sender_name', o.sender_name,
      'receiver', ${RECEIVER}, 'sender_address', o.sender_address, 'pickup_point', ${POINT},
      'shippings', coalesce((SELECT json_agg(${SHIPPING} ORDER BY p.n) FROM shipments p
        WHERE p.client_id = $1 AND p.order_pk = o.id), '[]'))
  )::text AS results
  FROM orders o CROSS JOIN LATERAL (${ORDER_SHIPMENTS}) s WHERE o.client_id = $1`;

/** An order's detail: one row `tracking_id`, `results` (JSON text without its states token), or none. */
export function detailStatement(clientId: number, { column, value }: Key<'tracking_id' | 'id'>): Read {
  return { name: `order by ${column}`, text: `${DETAIL} AND o.${column} = $2`, values: [clientId, value] };
}
