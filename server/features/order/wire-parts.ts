import { DELIVERY_MODES } from '#shared/rules/delivery-modes.ts';

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** SQL of a delivery mode on the wire, by the column that holds its id. */
export const deliveryMode = (column: string) => `json_build_object('id', ${column}::text, 'name',
  CASE ${column} ${DELIVERY_MODES.map(({ id, name }) => `WHEN ${id} THEN ${quoted(name)}`).join(' ')} END)`;

/** SQL of the receiver of an order `o` as lists name it. */
export const RECEIVER_NAMES = `json_build_object('receiver_name', o.receiver_name, 'first_name', o.first_name,
  'last_name', o.last_name)`;

/** SQL of the receiver of an order `o`, as D1 §3 names its parts. */
export const RECEIVER = `json_build_object(
  'first_name', o.first_name, 'last_name', o.last_name, 'receiver_name', o.receiver_name, 'email', o.email,
  'receiver_phone', o.receiver_phone, 'document', o.document, 'address_street_name', o.street_name,
  'address_street_number', o.street_number, 'address_floor', o.floor, 'address_apartment', o.apartment,
  'address_between_1', o.between_1, 'address_between_2', o.between_2, 'address_zip_code', o.zip_code,
  'address_city', o.city, 'address_state', o.state, 'address_neighborhood_name', o.neighborhood_name,
  'address_other_info', o.other_info)`;

/** SQL of the pickup point of an order `o`; null when its parcels go elsewhere. */
export const PICKUP_POINT = `CASE WHEN o.pickup_point IS NOT NULL THEN json_build_object(
  'code', o.pickup_point->>'code', 'name', o.pickup_point->>'name',
  'address', concat_ws(', ', o.pickup_point->>'street', o.pickup_point->>'city')) END`;

const ITEMS = `SELECT json_agg(json_build_object('item', i.name, 'sku', i.sku, 'quantity', i.quantity,
    'product_id', i.product_id) ORDER BY i.n)
  FROM shipment_items i WHERE i.client_id = $1 AND i.shipment_id = p.id`;

/** SQL of a shipment `p` of an order `o` (D1 §3 Shipping); days that it hasn't yet are its order's. */
export const SHIPPING = `json_build_object(
  'id', p.id, 'shipment_id', p.label, 'state', p.state, 'estimated_delivery_date', o.estimated_max,
  'shipping_cost', wire_pesos(p.cost_cents), 'value', wire_pesos(p.value_cents), 'weight', p.weight_g,
  'volume', p.width_cm::bigint * p.length_cm * p.height_cm, 'width', p.width_cm, 'length', p.length_cm,
  'height', p.height_cm, 'items', coalesce((${ITEMS}), '[]'), 'receiver', ${RECEIVER},
  'sender_address', o.sender_address, 'printed_by_client', p.printed, 'print_png_url', NULL,
  'printable', p.printable, 'cancellable', p.cancellable, 'can_return', p.can_return)`;
