import { quoted } from '#server/db/list/quoted.ts';
import type { Day } from '#shared/kit/days.ts';
import type { PaymentStateId } from '#shared/money/rules/payments.ts';
import { DELIVERY_MODES, type DeliveryModeId, deliveryModeName } from '#shared/orders/rules/delivery-modes.ts';
import { ORDER_STATES, type OrderStateCode } from '#shared/orders/rules/order-state.ts';
import type { ShipmentStateCode } from '#shared/orders/rules/shipment/shipment-states.ts';
import type { Shipping } from '#shared/orders/shipments.ts';
import { WIRE_MEASURED } from './measured-costs.store.ts';

/** SQL of a delivery mode on the wire as JSON text; `column` holds the mode's id. */
export const deliveryModeSql = (column: string) =>
  `CASE ${column} ${DELIVERY_MODES.map(({ id }) => `WHEN ${id} THEN ${quoted(JSON.stringify(toDeliveryMode(id)))}`).join(' ')} ELSE 'null' END`;

/** A delivery mode on the wire. */
export const toDeliveryMode = (id: DeliveryModeId) => ({ id: String(id), name: deliveryModeName(id) });

/** SQL condition: the sender has to print the label of a shipment `p` again (readings C50). */
export const LABEL_OUTDATED = 'p.label_outdated AND NOT p.printed';

/** SQL of the id of a shipment `p`; null if its label may not be printed. */
const LABEL = 'CASE WHEN p.printable THEN p.id END';

/**
 * SQL of a shipment `p`'s adjustments in cents: the amounts that approved modifications (readings C49) and the measured
 * weight added to its cost.
 */
export const ADJUSTMENTS = 'p.adjustment_cents + p.measured_adjustment_cents';

/** SQL of the same once it may be cancelled. */
const SHIPMENT_ADJUSTMENT = `CASE WHEN p.state_code = 'cancelado' THEN 0 ELSE ${ADJUSTMENTS} END`;

/**
 * SQL of the columns of an order `o` that lists show. Flags are stored columns; the writer of an order's facts updates
 * them.
 */
export const ORDER_COLUMNS = `o.id, o.order_id, o.tracking_id, o.created_at, o.rate_cents, o.printed, o.receiver_name,
  o.first_name, o.last_name, o.delivery_mode, o.order_state, o.printable, o.payable, o.can_generate_merchant_order,
  o.can_request_edit, o.cancellable, o.init_point, o.merchant_order_id, o.merchant_order_state, o.last_modification_state, o.due_on`;

/** SQL of an order `o`'s state as text. */
export const ORDER_STATE_TEXT = `CASE o.order_state ${ORDER_STATES.map(({ code, label }) => `WHEN '${code}' THEN '${label}'`).join(' ')} END`;

/** SQL of the reason for a shipment `p`'s state; null without one. */
export const STATE_REASON = `(SELECT e.reason FROM shipment_events e
  WHERE e.client_id = $1 AND e.shipment_id = p.id AND e.at = p.state_at AND e.state = p.state
  ORDER BY e.recorded_at DESC, e.id DESC LIMIT 1)`;

/**
 * SQL of the columns of an order's shipments `p`: one row per shipment, joined by `JOIN_SHIPMENTS`, sorted by
 * `SHIPMENTS_SORT`.
 */
export const SHIPMENT_COLUMNS = `p.id AS shipment_id, p.label AS shipment_label, p.state AS shipment_state, p.state_code AS shipment_state_code,
  CASE WHEN o.order_state = 'con_incidencia' THEN ${STATE_REASON} END AS shipment_reason,
  p.printable AS shipment_printable, ${LABEL_OUTDATED} AS shipment_outdated,
  ${SHIPMENT_ADJUSTMENT} AS shipment_adjustment_cents`;
export const JOIN_SHIPMENTS = 'LEFT JOIN shipments p ON p.client_id = $1 AND p.order_pk = o.id';
export const SHIPMENTS_SORT = 'p.n';

/** Computed columns of `SHIPMENT_COLUMNS` that may be NULL. */
export const JOINED_NULLS = ['shipment_reason', 'shipment_outdated', 'shipment_adjustment_cents'] as const;

/** An order joined with one of its shipments, `ORDER_COLUMNS` and `SHIPMENT_COLUMNS`, or with none, and NULLs in its place. */
export type JoinedOrder = ListedOrder & { [K in keyof JoinedShipment]: JoinedShipment[K] | null };

interface ListedOrder {
  id: number;
  order_id: string;
  tracking_id: string;
  created_at: Date;
  rate_cents: number;
  printed: boolean;
  receiver_name: string;
  first_name: string;
  last_name: string;
  delivery_mode: DeliveryModeId;
  order_state: OrderStateCode;
  printable: boolean;
  payable: boolean;
  can_generate_merchant_order: boolean;
  can_request_edit: boolean;
  cancellable: boolean;
  init_point: string | null;
  merchant_order_id: number | null;
  merchant_order_state: PaymentStateId | null;
  last_modification_state: string | null;
  due_on: Day | null;
}

export interface JoinedShipment {
  shipment_id: number;
  shipment_label: string;
  shipment_state: string;
  shipment_state_code: ShipmentStateCode | null;
  /** Of an order with an incident: the reason of the state. */
  shipment_reason: string | null;
  shipment_printable: boolean;
  shipment_outdated: boolean;
  shipment_adjustment_cents: number;
}

/**
 * A shipment as `SHIPPING` selects it. `print_png_url` is the shipment's id, because the database has no key to sign
 * URLs; `due` is the promised day.
 */
export type StoredShipping<T extends Shipping = Shipping> = Omit<T, 'print_png_url' | 'due'> & {
  print_png_url: number | null;
  due: Day | null;
};

/** SQL of the receiver of an order `o`, with the keys of D1 §3. */
export const RECEIVER = `json_build_object(
  'first_name', o.first_name, 'last_name', o.last_name, 'receiver_name', o.receiver_name, 'email', o.email,
  'receiver_phone', o.receiver_phone, 'document', o.document, 'address_street_name', o.street_name,
  'address_street_number', o.street_number, 'address_floor', o.floor, 'address_apartment', o.apartment,
  'address_between_1', o.between_1, 'address_between_2', o.between_2, 'address_zip_code', o.zip_code,
  'address_city', o.city, 'address_state', o.state, 'address_neighborhood_name', o.neighborhood_name,
  'address_other_info', o.other_info)`;

/** SQL of the items of a shipment `p`. */
export const SHIPMENT_ITEMS = `coalesce((SELECT json_agg(json_build_object('item', i.name, 'sku', i.sku,
    'quantity', i.quantity, 'product_id', i.product_id) ORDER BY i.n)
  FROM shipment_items i WHERE i.client_id = $1 AND i.shipment_id = p.id), '[]')`;

/**
 * SQL of the current opening hours of an order `o`'s pickup point: the provider may have changed them since the order
 * was created.
 */
export const POINT_HOURS = `coalesce((SELECT p.hours FROM pickup_points p WHERE p.code = o.pickup_point->>'code'), '')`;

/** SQL of the pickup point of an order `o`; null for an order without one. */
export const PICKUP_POINT = `CASE WHEN o.pickup_point IS NOT NULL THEN json_build_object(
  'code', o.pickup_point->>'code', 'name', o.pickup_point->>'name',
  'address', concat_ws(', ', o.pickup_point->>'street', o.pickup_point->>'city'), 'hours', ${POINT_HOURS},
  'lat', o.pickup_point->'lat', 'lon', o.pickup_point->'lon', 'chosen', o.pickup_point ? 'chosen') END`;

/**
 * SQL of the cost of a shipment `p` in cents: its frozen cost and adjustments, 0 once it is cancelled. An order's
 * `rate_value` is the sum of these costs (readings C26, C49).
 */
export const SHIPMENT_COST = `CASE WHEN p.state_code = 'cancelado' THEN 0 ELSE p.cost_cents + ${ADJUSTMENTS} END`;

/** SQL of the last request for another day of delivery of a shipment `p`; null without one. */
const RESCHEDULE = `(SELECT json_build_object('state', r.state, 'date', r.wanted_on, 'note', r.note, 'reason', r.reason,
    'requested_at', wire_time(r.requested_at), 'decided_at', wire_time(r.decided_at))
  FROM reschedule_requests r WHERE r.client_id = $1 AND r.shipment_id = p.id ORDER BY r.requested_at DESC LIMIT 1)`;

/** SQL of a shipment `p` of an order `o` (D1 §3 Shipping). */
export const SHIPPING = `json_build_object(
  'id', p.id, 'shipment_id', p.label, 'state', p.state, 'estimated_delivery_date', coalesce(p.promised_on, o.estimated_max), 'due', p.due_on,
  'shipping_cost', wire_pesos(${SHIPMENT_COST}), 'adjustment', wire_pesos(${SHIPMENT_ADJUSTMENT}), 'measured', ${WIRE_MEASURED}, 'value', wire_pesos(p.value_cents), 'weight', p.weight_g,
  'volume', p.width_cm::bigint * p.length_cm * p.height_cm, 'width', p.width_cm, 'length', p.length_cm,
  'height', p.height_cm, 'items', ${SHIPMENT_ITEMS}, 'receiver', ${RECEIVER},
  'sender_address', o.sender_address, 'printed_by_client', p.printed, 'label_outdated', ${LABEL_OUTDATED}, 'print_png_url', ${LABEL},
  'printable', p.printable, 'cancellable', p.cancellable, 'can_return', p.can_return,
  'reschedule', ${RESCHEDULE})`;

/** SQL of the first day of an order's tariff `t`: a tariff of the client $1's own has it in another table. */
export const TARIFF_START = `coalesce((SELECT min(a.valid_from) FROM client_tariffs a
  WHERE t.for_client IS NOT NULL AND a.client_id = $1 AND a.tariff_id = t.id), t.valid_from)::text`;
