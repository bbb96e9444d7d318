import { paymentName } from '#server/features/payment/payment-row.ts';
import { DELIVERY_MODES } from '#shared/rules/delivery-modes.ts';
import { PENDING } from '#shared/rules/payments.ts';

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** SQL of a delivery mode on the wire, by the column that holds its id. */
export const deliveryMode = (column: string) => `json_build_object('id', ${column}::text, 'name',
  CASE ${column} ${DELIVERY_MODES.map(({ id, name }) => `WHEN ${id} THEN ${quoted(name)}`).join(' ')} END)`;

/** SQL of a text as a step of a path. The function can't be inlined, so it is called for unusual texts alone. */
const urlStep = (column: string) =>
  `CASE WHEN ${column} ~ '^[A-Za-z0-9_.~-]*$' THEN ${column} ELSE url_step(${column}) END`;

/** SQL of the receiver of an order `o` as lists name it. */
export const RECEIVER_NAMES = `json_build_object('receiver_name', o.receiver_name, 'first_name', o.first_name,
  'last_name', o.last_name)`;

/**
 * SQL of an order's row on the wire (D1 §3), for the orders `o` and the shipments `s` of `shippingsOf`. Every flag is a
 * column that the door wrote. Where a label may be printed, `print_png_url` is its shipment's id, which `signLabelAddresses`
 * turns into an address; an order has one when it has one label.
 */
export const ORDER_ROW = `json_build_object(
  'id', o.id, 'order_id', o.order_id, 'tracking_id', o.tracking_id, 'date', wire_time(o.created_at),
  'rate_value', wire_pesos(o.rate_cents), 'shippings', s.shippings, 'shippings_text', s.labels,
  'printed_by_client', o.printed,
  'receiver', ${RECEIVER_NAMES}, 'delivery_mode', ${deliveryMode('o.delivery_mode')},
  'order_state', json_build_object('name', o.order_state),
  'printable', o.printable, 'payable', o.payable, 'can_generate_merchant_order', o.can_generate_merchant_order,
  'can_request_edit', o.can_request_edit, 'cancellable', o.cancellable,
  'print_url', '/api/v1/client/order/print/' || o.id || '/' || ${urlStep('o.order_id')} || '.pdf',
  'print_png_url', s.only_label, 'init_point', CASE WHEN o.payable AND o.merchant_order_state = ${PENDING} THEN o.init_point END,
  'merchant_order', CASE WHEN o.merchant_order_id IS NOT NULL THEN json_build_object('id', o.merchant_order_id,
    'state', json_build_object('id', o.merchant_order_state, 'name', ${paymentName('o.merchant_order_state')})) END,
  'last_modification_incidence_state', o.last_modification_state)`;

/** SQL of the id of a shipment `p` whose label may be printed. */
export const LABEL = 'CASE WHEN p.printable THEN p.id END';

/** SQL of the shipments of an order `o`, as its row names them. */
export const ORDER_SHIPMENTS = `SELECT
    coalesce(json_agg(json_build_object('id', p.id, 'shipment_id', p.label, 'state', p.state, 'print_png_url', ${LABEL})
      ORDER BY p.n), '[]') AS shippings,
    coalesce(string_agg(p.label, ', ' ORDER BY p.n), '-') AS labels,
    CASE WHEN count(${LABEL}) = 1 THEN min(${LABEL}) END AS only_label
  FROM shipments p WHERE p.client_id = $1 AND p.order_pk = o.id`;

/** SQL of the receiver of an order `o`, as D1 §3 names its parts. */
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

/** SQL of the pickup point of an order `o`; null when its parcels go elsewhere. */
export const PICKUP_POINT = `CASE WHEN o.pickup_point IS NOT NULL THEN json_build_object(
  'code', o.pickup_point->>'code', 'name', o.pickup_point->>'name',
  'address', concat_ws(', ', o.pickup_point->>'street', o.pickup_point->>'city')) END`;

/** SQL of a shipment `p` of an order `o` (D1 §3 Shipping); days that it hasn't yet are its order's. */
export const SHIPPING = `json_build_object(
  'id', p.id, 'shipment_id', p.label, 'state', p.state, 'estimated_delivery_date', o.estimated_max,
  'shipping_cost', wire_pesos(p.cost_cents), 'value', wire_pesos(p.value_cents), 'weight', p.weight_g,
  'volume', p.width_cm::bigint * p.length_cm * p.height_cm, 'width', p.width_cm, 'length', p.length_cm,
  'height', p.height_cm, 'items', ${SHIPMENT_ITEMS}, 'receiver', ${RECEIVER},
  'sender_address', o.sender_address, 'printed_by_client', p.printed, 'print_png_url', ${LABEL},
  'printable', p.printable, 'cancellable', p.cancellable, 'can_return', p.can_return)`;
