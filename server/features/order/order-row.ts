import { jsonArray, jsonBoolean, jsonChosen, jsonObject, jsonPlain, jsonText, orNull } from '#server/db/json-text.ts';
import { DELIVERY_MODES } from '#shared/rules/delivery-modes.ts';
import { PAYMENT_STATES, PENDING } from '#shared/rules/payments.ts';

/** SQL of a delivery mode on the wire as JSON text, by the column that holds its id. */
export const deliveryMode = (column: string) =>
  jsonChosen(
    column,
    DELIVERY_MODES.map(({ id, name }) => [id, { id: String(id), name }]),
  );

/** SQL of a text as a step of a path. The function can't be inlined, so it is called for unusual texts alone. */
const urlStep = (column: string) =>
  `CASE WHEN ${column} ~ '^[A-Za-z0-9_.~-]*$' THEN ${column} ELSE url_step(${column}) END`;

/** SQL of the receiver of an order `o` as lists name it, as JSON text. */
export const RECEIVER_NAMES = jsonObject({
  receiver_name: jsonText('o.receiver_name'),
  first_name: jsonText('o.first_name'),
  last_name: jsonText('o.last_name'),
});

const PAYMENT = jsonObject({
  id: 'o.merchant_order_id',
  state: jsonChosen(
    'o.merchant_order_state',
    PAYMENT_STATES.map(({ id, name }) => [id, { id, name }]),
  ),
});

const PRINT_URL = `'/api/v1/client/order/print/' || o.id || '/' || ${urlStep('o.order_id')} || '.pdf'`;

/**
 * SQL of an order's row on the wire (D1 §3) as JSON text, for the orders `o` and the shipments `s` of `ORDER_SHIPMENTS`. Every
 * flag is a column that the door wrote. Where a label may be printed, `print_png_url` is its shipment's id, which
 * `signLabelAddresses` turns into an address; an order has one when it has one label.
 */
export const ORDER_ROW = jsonObject({
  id: 'o.id',
  order_id: jsonText('o.order_id'),
  tracking_id: jsonPlain('o.tracking_id'),
  date: jsonPlain('wire_time(o.created_at)'),
  rate_value: 'wire_pesos(o.rate_cents)',
  shippings: 's.shippings',
  shippings_text: jsonPlain('s.labels'),
  printed_by_client: jsonBoolean('o.printed'),
  label_outdated: jsonBoolean('s.label_outdated'),
  receiver: RECEIVER_NAMES,
  delivery_mode: deliveryMode('o.delivery_mode'),
  order_state: jsonObject({ name: jsonText('o.order_state') }),
  printable: jsonBoolean('o.printable'),
  payable: jsonBoolean('o.payable'),
  can_generate_merchant_order: jsonBoolean('o.can_generate_merchant_order'),
  can_request_edit: jsonBoolean('o.can_request_edit'),
  cancellable: jsonBoolean('o.cancellable'),
  print_url: jsonPlain(PRINT_URL),
  print_png_url: orNull('s.only_label'),
  init_point: `CASE WHEN o.payable AND o.merchant_order_state = ${PENDING} THEN ${orNull(jsonText('o.init_point'))} ELSE 'null' END`,
  merchant_order: `CASE WHEN o.merchant_order_id IS NULL THEN 'null' ELSE ${PAYMENT} END`,
  last_modification_incidence_state: orNull(jsonText('o.last_modification_state')),
});

/** SQL of whether the sender has to print the label of a shipment `p` again (readings C50). */
export const LABEL_OUTDATED = 'p.label_outdated AND NOT p.printed';

/** SQL of the id of a shipment `p` whose label may be printed. */
export const LABEL = 'CASE WHEN p.printable THEN p.id END';

const SHIPMENT_ROW = jsonObject({
  id: 'p.id',
  shipment_id: jsonPlain('p.label'),
  state: jsonText('p.state'),
  print_png_url: orNull(LABEL),
});

/** SQL of the shipments of an order `o`, as its row names them. */
export const ORDER_SHIPMENTS = `SELECT ${jsonArray(SHIPMENT_ROW, 'ORDER BY p.n')} AS shippings,
    coalesce(string_agg(p.label, ', ' ORDER BY p.n), '-') AS labels,
    CASE WHEN count(${LABEL}) = 1 THEN min(${LABEL}) END AS only_label,
    coalesce(bool_or(${LABEL_OUTDATED}), false) AS label_outdated
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

/**
 * SQL of what a shipment `p` costs, in cents: its frozen cost and adjustments, nothing once it is cancelled. Frozen
 * costs thus add up to what their order costs (readings C26).
 */
export const SHIPMENT_COST = "CASE WHEN p.state_code = 'cancelado' THEN 0 ELSE p.cost_cents + p.adjustment_cents END";

/** SQL of what the provider's approvals added to the cost of a shipment `p`, in cents (readings C49). */
const SHIPMENT_ADJUSTMENT = "CASE WHEN p.state_code = 'cancelado' THEN 0 ELSE p.adjustment_cents END";

/** SQL of a shipment `p` of an order `o` (D1 §3 Shipping); days that it hasn't yet are its order's. */
export const SHIPPING = `json_build_object(
  'id', p.id, 'shipment_id', p.label, 'state', p.state, 'estimated_delivery_date', o.estimated_max,
  'shipping_cost', wire_pesos(${SHIPMENT_COST}), 'adjustment', wire_pesos(${SHIPMENT_ADJUSTMENT}), 'value', wire_pesos(p.value_cents), 'weight', p.weight_g,
  'volume', p.width_cm::bigint * p.length_cm * p.height_cm, 'width', p.width_cm, 'length', p.length_cm,
  'height', p.height_cm, 'items', ${SHIPMENT_ITEMS}, 'receiver', ${RECEIVER},
  'sender_address', o.sender_address, 'printed_by_client', p.printed, 'label_outdated', ${LABEL_OUTDATED}, 'print_png_url', ${LABEL},
  'printable', p.printable, 'cancellable', p.cancellable, 'can_return', p.can_return)`;
