import { prepared, run, send, type Trx } from '#server/db/connection.ts';
import type { StreetAddress } from '#shared/address.ts';
import type { ItemCopy, PackageContents, PickedProduct } from './order-contents.ts';
import type { OrderFlags, ShipmentFlags } from './order-flags.ts';
import type { PickupPoint } from './pickup-points.ts';

/** A collection address as an order keeps it. */
export interface PickupAddress extends StreetAddress {
  id: number;
  active: boolean;
  main: boolean;
}

/** An order as it is written, flags included; the id was drawn before, so that everything goes in one statement. */
export interface OrderToInsert extends OrderFlags {
  id: number;
  tracking_id: string;
  order_id: string;
  delivery_mode: number;
  sender_name: string;
  first_name: string;
  last_name: string;
  receiver_name: string;
  document: string;
  email: string;
  receiver_phone: string;
  street_name: string;
  street_number: string;
  floor: string;
  apartment: string;
  between_1: string;
  between_2: string;
  zip_code: string;
  state: string;
  province: string | null;
  zip_unlisted: boolean;
  city: string;
  neighborhood_name: string;
  other_info: string;
  pickup_address_id: number;
  sender_address: StreetAddress;
  pickup_point: PickupPoint | null;
  tariff_id: number;
  prepaid: boolean;
  rate_cents: number;
  estimated_min: string;
  estimated_max: string;
  created_at: Date;
  shipments: ShipmentToInsert[];
}

export interface ShipmentToInsert extends ShipmentFlags, PackageContents {
  label: string;
  n: number;
  state: string;
  state_code: string;
  cost_cents: number;
}

const PRODUCTS = prepared(
  'order_products',
  `SELECT id, sku, description, value_cents, weight_g, active FROM products
   WHERE client_id = $1 AND id = ANY($2::bigint[])`,
);

/** The client's products with these ids; another client's are not among them. */
export async function productsById(
  trx: Trx,
  clientId: number,
  ids: readonly number[],
): Promise<Map<number, PickedProduct>> {
  if (ids.length === 0) return new Map();
  const rows = await run<PickedProduct>(trx, PRODUCTS, [clientId, ids]);
  return new Map(rows.map((product) => [product.id, product]));
}

const IDS_AND_ADDRESSES = prepared(
  'order_ids_and_addresses',
  `SELECT (SELECT json_agg(next_id()) FROM generate_series(1, $2)) AS ids, (
    SELECT coalesce(json_agg(json_build_object('id', a.id, 'active', a.active, 'main', a.main_address,
      'street_name', a.street_name, 'street_number', a.street_number, 'floor', a.floor, 'apartment', a.apartment,
      'neighborhood_name', a.neighborhood_name, 'zip_code', a.zip_code, 'city', a.city, 'state', a.state,
      'other_info', a.other_info)), '[]')
    FROM sender_addresses a WHERE a.client_id = $1 AND (a.main_address OR a.id = ANY($3::bigint[]))
  ) AS addresses`,
);

/** Ids of so many new orders, and of the client's collection addresses the main one and those with the given ids. */
export async function idsAndAddresses(
  trx: Trx,
  clientId: number,
  count: number,
  addressIds: readonly (number | null)[],
): Promise<{ ids: number[]; addresses: PickupAddress[] }> {
  const asked = [...new Set(addressIds)].filter((id) => id !== null);
  const [row] = await run<{ ids: number[]; addresses: PickupAddress[] }>(trx, IDS_AND_ADDRESSES, [
    clientId,
    count,
    asked,
  ]);
  return row as { ids: number[]; addresses: PickupAddress[] };
}

const ORDER_COLUMNS = {
  id: 'bigint',
  tracking_id: 'text',
  order_id: 'text',
  delivery_mode: 'smallint',
  sender_name: 'text',
  first_name: 'text',
  last_name: 'text',
  receiver_name: 'text',
  document: 'text',
  email: 'text',
  receiver_phone: 'text',
  street_name: 'text',
  street_number: 'text',
  floor: 'text',
  apartment: 'text',
  between_1: 'text',
  between_2: 'text',
  zip_code: 'text',
  state: 'text',
  province: 'char(1)',
  zip_unlisted: 'boolean',
  city: 'text',
  neighborhood_name: 'text',
  other_info: 'text',
  pickup_address_id: 'bigint',
  sender_address: 'jsonb',
  pickup_point: 'jsonb',
  tariff_id: 'integer',
  prepaid: 'boolean',
  rate_cents: 'bigint',
  estimated_min: 'date',
  estimated_max: 'date',
  order_state: 'text',
  state_group: 'text',
  printed: 'boolean',
  printable: 'boolean',
  payable: 'boolean',
  can_generate_merchant_order: 'boolean',
  can_request_edit: 'boolean',
  cancellable: 'boolean',
  created_at: 'timestamptz',
} as const;

const SHIPMENT_COLUMNS = {
  label: 'text',
  n: 'smallint',
  state: 'text',
  state_code: 'text',
  length_cm: 'integer',
  width_cm: 'integer',
  height_cm: 'integer',
  weight_g: 'integer',
  value_cents: 'bigint',
  cost_cents: 'bigint',
  printable: 'boolean',
  cancellable: 'boolean',
  can_return: 'boolean',
} as const;

const ITEM_COLUMNS = {
  product_id: 'bigint',
  sku: 'text',
  name: 'text',
  quantity: 'integer',
  weight_g: 'integer',
  value_cents: 'bigint',
} as const;

const names = (columns: object, of = '') =>
  Object.keys(columns)
    .map((name) => `${of}${name}`)
    .join(', ');
const types = (columns: object) =>
  Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ');

// Orders, shipments, items and first events in one statement, for one order as for thousands. Rows travel as JSON:
// COPY is refused under row-level security, and one parameter a column would be a hundred of them.
const INSERT = prepared(
  'order_insert',
  `WITH given AS MATERIALIZED (
     SELECT * FROM json_to_recordset($2) AS o (${types(ORDER_COLUMNS)})
   ), new_orders AS (
     INSERT INTO orders (client_id, updated_at, ${names(ORDER_COLUMNS)})
     SELECT $1, o.created_at, ${names(ORDER_COLUMNS, 'o.')} FROM given o
   ), new_shipments AS MATERIALIZED (
     SELECT next_id() AS id, o.id AS order_pk, o.delivery_mode, o.province, o.created_at,
       o.pickup_point->>'code' AS pickup_point_code, s.order_id AS of_order, ${names(SHIPMENT_COLUMNS, 's.')}
     FROM json_to_recordset($3) AS s (order_id bigint, ${types(SHIPMENT_COLUMNS)})
     JOIN given o ON o.id = s.order_id
   ), stored_shipments AS (
     INSERT INTO shipments (client_id, id, order_pk, delivery_mode, province, created_at, updated_at, state_at,
       pickup_point_code, ${names(SHIPMENT_COLUMNS)})
     SELECT $1, s.id, s.order_pk, s.delivery_mode, s.province, s.created_at, s.created_at, s.created_at,
       s.pickup_point_code, ${names(SHIPMENT_COLUMNS, 's.')}
     FROM new_shipments s
   ), stored_items AS (
     INSERT INTO shipment_items (client_id, shipment_id, n, ${names(ITEM_COLUMNS)})
     SELECT $1, s.id, i.n, ${names(ITEM_COLUMNS, 'i.')}
     FROM json_to_recordset($4) AS i (label text, n smallint, ${types(ITEM_COLUMNS)})
     JOIN new_shipments s ON s.label = i.label
   )
   INSERT INTO shipment_events (client_id, shipment_id, at, recorded_at, state, state_code)
   SELECT $1, s.id, s.created_at, s.created_at, s.state, s.state_code FROM new_shipments s`,
);

/** Writes orders with their shipments, items and first events; what goes wrong is told at the transaction's end. */
export function insertOrders(trx: Trx, clientId: number, orders: readonly OrderToInsert[]): void {
  const shipments = orders.flatMap((order) => order.shipments.map((shipment) => ({ ...shipment, order_id: order.id })));
  const items = shipments.flatMap(({ label, items }) =>
    items.map((item: ItemCopy, index) => ({ ...item, label, n: index + 1 })),
  );
  send(trx, INSERT, [
    clientId,
    JSON.stringify(orders.map(({ shipments: _, ...order }) => order)),
    JSON.stringify(shipments.map(({ items: _, ...shipment }) => shipment)),
    JSON.stringify(items),
  ]);
}
