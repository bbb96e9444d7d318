import { queueWrite, run, runOne, type Trx } from '#server/db/connection.ts';
import { prepared, type Statement, statement } from '#server/db/statement.ts';
import type { OrderFlags, ShipmentFlags } from '#server/orders/domain/flags/order-flags.store.ts';
import type { PickupPoint } from '#server/orders/order/pickup-points.ts';
import type { StreetAddress } from '#shared/orders/address.ts';
import type { OrderProduct, PackageContents } from './order-contents.ts';

/** A collection address with the fields that an order copies. */
export interface PickupAddress extends StreetAddress {
  id: number;
  active: boolean;
  main: boolean;
}

const PRODUCTS: Statement<OrderProduct> = statement(
  'order-create.products',
  `SELECT id, sku, description, value_cents, weight_g, active FROM products
   WHERE client_id = $1 AND id = ANY($2::bigint[])`,
  { prepared: true },
);

/** Returns the client's products with these ids, by id. */
export async function productsById(
  trx: Trx,
  clientId: number,
  ids: readonly number[],
): Promise<Map<number, OrderProduct>> {
  if (ids.length === 0) return new Map();
  const rows = await run(trx, PRODUCTS, [clientId, ids]);
  return new Map(rows.map((product) => [product.id, product]));
}

/**
 * Counts the ids that the rows of orders need: one per order, and two per shipment (the shipment and its first event).
 */
export function countIds(orders: readonly { shipments: readonly unknown[] }[]): number {
  return orders.reduce((count, { shipments }) => count + 1 + 2 * shipments.length, 0);
}

// Not `id = ANY($2)`, for which PostgreSQL would make a new plan at each execution (`clientKeys`).
const ADDRESSES: Statement<{ version: string; addresses: PickupAddress[] }> = statement(
  'order-create.addresses',
  `SELECT version, (SELECT coalesce(json_agg(a), '[]') FROM (
       SELECT id, active, main_address AS main, street_name, street_number, floor, apartment, neighborhood_name, zip_code,
         city, state, other_info
       FROM sender_addresses WHERE client_id = $1 AND (main_address OR id IN (SELECT unnest($2::bigint[])))
     ) a) AS addresses
   FROM reference_version`,
  { prepared: true, present: ['addresses'] },
);

/**
 * Returns the client's main collection address and those with the given ids, and the version of the reference data, which costs no
 * statement of its own here.
 */
export async function pickupAddresses(
  trx: Trx,
  clientId: number,
  ids: readonly (number | null)[],
): Promise<{ version: string; addresses: PickupAddress[] }> {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  return runOne(trx, ADDRESSES, [clientId, wanted]);
}

const ORDER_TYPES = {
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
  quoted_min_days: 'smallint',
  quoted_max_days: 'smallint',
  order_state: 'text',
  state_group: 'text',
  printed: 'boolean',
  printable: 'boolean',
  payable: 'boolean',
  can_generate_merchant_order: 'boolean',
  can_request_edit: 'boolean',
  cancellable: 'boolean',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
} as const;

const SHIPMENT_TYPES = {
  id: 'bigint',
  order_pk: 'bigint',
  label: 'text',
  n: 'smallint',
  delivery_mode: 'smallint',
  province: 'char(1)',
  pickup_point_code: 'text',
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
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  state_at: 'timestamptz',
} as const;

const ITEM_TYPES = {
  shipment_id: 'bigint',
  n: 'smallint',
  product_id: 'bigint',
  sku: 'text',
  name: 'text',
  quantity: 'integer',
  weight_g: 'integer',
  value_cents: 'bigint',
} as const;

const EVENT_TYPES = {
  id: 'bigint',
  shipment_id: 'bigint',
  at: 'timestamptz',
  recorded_at: 'timestamptz',
  state: 'text',
  state_code: 'text',
  actor_kind: 'text',
} as const;

/** Values of columns in JSON, by the columns' types in PostgreSQL. */
interface JsonValues {
  bigint: number;
  integer: number;
  smallint: number;
  text: string;
  'char(1)': string | null;
  boolean: boolean;
  /** `YYYY-MM-DD` */
  date: string;
  timestamptz: Date;
  jsonb: unknown;
}

type ColumnsOf<Types extends Record<string, keyof JsonValues>> = { -readonly [K in keyof Types]: JsonValues[Types[K]] };

type Given = 'sender_address' | 'pickup_point' | 'updated_at' | keyof OrderFlags;

/** An order with its flags, ready to insert. All ids are allocated beforehand, so that one statement inserts every row. */
export interface OrderToInsert extends Omit<ColumnsOf<typeof ORDER_TYPES>, Given>, OrderFlags {
  sender_address: StreetAddress;
  pickup_point: PickupPoint | null;
  shipments: ShipmentToInsert[];
}

interface ShipmentToInsert
  extends Pick<ColumnsOf<typeof SHIPMENT_TYPES>, 'id' | 'label' | 'n' | 'state' | 'state_code' | 'cost_cents'>,
    ShipmentFlags,
    PackageContents {
  /** Id of the shipment's first event. */
  event_id: number;
}

/** Returns SQL that inserts the rows of a JSON parameter into a table. */
function insertion(table: string, parameter: string, columns: Readonly<Record<string, string>>): string {
  const names = Object.keys(columns);
  const typed = names.map((name) => `${name} ${columns[name]}`);
  return `INSERT INTO ${table} (client_id, ${names.join(', ')})
    SELECT $1, ${names.map((name) => `r.${name}`).join(', ')} FROM json_to_recordset(${parameter}) AS r (${typed.join(', ')})`;
}

// One statement inserts one order or thousands. Rows are passed as JSON, because PostgreSQL refuses COPY under
// row-level security, and one parameter per column would take a hundred parameters. The four insertions don't join each
// other: a join costs more than the values repeated in the rows. PostgreSQL checks the foreign keys at the end of the
// statement.
const insertionOf = (name: string, more = '') =>
  prepared(
    name,
    `WITH stored_orders AS (${insertion('orders', '$2', ORDER_TYPES)}),
       stored_shipments AS (${insertion('shipments', '$3', SHIPMENT_TYPES)})${more}
     ${insertion('shipment_events', '$4', EVENT_TYPES)}`,
  );

// Most shipments have no items, and an insertion of no rows costs a thirtieth of the statement.
const INSERT = insertionOf('order_insert');
const INSERT_WITH_ITEMS = insertionOf(
  'order_insert_with_items',
  `, stored_items AS (${insertion('shipment_items', '$5', ITEM_TYPES)})`,
);

/** Queues the insertion of orders with their shipments, items and first events. An error is thrown on commit. */
export function insertOrders(trx: Trx, clientId: number, orders: readonly OrderToInsert[]): void {
  const shipments = orders.flatMap((order) => order.shipments.map((shipment) => ({ order, shipment })));
  const items = shipments.flatMap(insertedItems);
  const tables = [orders.map(insertedOrder), shipments.map(insertedShipment), shipments.map(insertedEvent)];
  const values = [...tables, ...(items.length > 0 ? [items] : [])].map((rows) => JSON.stringify(rows));
  queueWrite(trx, items.length > 0 ? INSERT_WITH_ITEMS : INSERT, [clientId, ...values]);
}

type Row<Columns> = Record<keyof Columns, unknown>;

interface OrderShipment {
  order: OrderToInsert;
  shipment: ShipmentToInsert;
}

function insertedOrder({ shipments: _, ...order }: OrderToInsert): Row<typeof ORDER_TYPES> {
  return { ...order, updated_at: order.created_at };
}

function insertedShipment({ order, shipment }: OrderShipment): Row<typeof SHIPMENT_TYPES> {
  const { items: _, event_id: __, ...columns } = shipment;
  const { id, delivery_mode, province, pickup_point, created_at } = order;
  return {
    ...columns,
    order_pk: id,
    delivery_mode,
    province,
    pickup_point_code: pickup_point?.code ?? null,
    created_at,
    updated_at: created_at,
    state_at: created_at,
  };
}

function insertedItems({ shipment }: OrderShipment): Row<typeof ITEM_TYPES>[] {
  return shipment.items.map((item, index) => ({ ...item, shipment_id: shipment.id, n: index + 1 }));
}

function insertedEvent({ order: { created_at }, shipment }: OrderShipment): Row<typeof EVENT_TYPES> {
  const { id, event_id, state, state_code } = shipment;
  return {
    id: event_id,
    shipment_id: id,
    at: created_at,
    recorded_at: created_at,
    state,
    state_code,
    actor_kind: 'portal',
  };
}
