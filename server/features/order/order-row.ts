import { DELIVERY_MODES } from '#shared/rules/delivery-modes.ts';

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** SQL of a delivery mode's name. */
export const modeName = (column: string) =>
  `CASE ${column} ${DELIVERY_MODES.map(({ id, name }) => `WHEN ${id} THEN ${quoted(name)}`).join(' ')} END`;

/** SQL of a text as a step of a path. The function can't be inlined, so it is called for unusual texts alone. */
const urlStep = (column: string) =>
  `CASE WHEN ${column} ~ '^[A-Za-z0-9_.~-]*$' THEN ${column} ELSE url_step(${column}) END`;

/** SQL of a payment's state, by the names of D2 §4. */
const paymentName = (column: string) =>
  `CASE ${column} WHEN 54 THEN 'Pendiente de Pago' WHEN 56 THEN 'Pago confirmado' ELSE 'Cancelado' END`;

/**
 * SQL of an order's row on the wire (D1 §3), for the orders `o` and the shipments `s` of `shippingsOf`. Every flag is a
 * column that the door wrote.
 */
export const ORDER_ROW = `json_build_object(
  'id', o.id, 'order_id', o.order_id, 'tracking_id', o.tracking_id, 'date', wire_time(o.created_at),
  'rate_value', wire_pesos(o.rate_cents), 'shippings', s.shippings, 'shippings_text', s.labels,
  'printed_by_client', o.printed,
  'receiver', json_build_object('receiver_name', o.receiver_name, 'first_name', o.first_name, 'last_name', o.last_name),
  'delivery_mode', json_build_object('id', o.delivery_mode::text, 'name', ${modeName('o.delivery_mode')}),
  'order_state', json_build_object('name', o.order_state),
  'printable', o.printable, 'payable', o.payable, 'can_generate_merchant_order', o.can_generate_merchant_order,
  'can_request_edit', o.can_request_edit, 'cancellable', o.cancellable,
  'print_url', '/api/v1/client/order/print/' || o.id || '/' || ${urlStep('o.order_id')} || '.pdf',
  'print_png_url', NULL, 'init_point', CASE WHEN o.payable THEN o.init_point END,
  'merchant_order', CASE WHEN o.merchant_order_id IS NOT NULL THEN json_build_object('id', o.merchant_order_id,
    'state', json_build_object('id', o.merchant_order_state, 'name', ${paymentName('o.merchant_order_state')})) END,
  'last_modification_incidence_state', o.last_modification_state)`;

/** SQL of the shipments of an order `o`, as its row names them. */
export const ORDER_SHIPMENTS = `SELECT
    coalesce(json_agg(json_build_object('id', p.id, 'shipment_id', p.label, 'state', p.state, 'print_png_url', NULL)
      ORDER BY p.n), '[]') AS shippings,
    coalesce(string_agg(p.label, ', ' ORDER BY p.n), '-') AS labels
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
