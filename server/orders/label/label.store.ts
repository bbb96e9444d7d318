import { execute, run, type Trx } from '#server/db/connection.ts';
import type { Rows } from '#server/db/rows.ts';
import { type Statement, statement, variant } from '#server/db/statement.ts';
import { LABEL_CONTENT, LABEL_FINGERPRINT } from '#server/orders/domain/label-content.store.ts';
import type { RowKey } from '#server/orders/domain/row-keys.ts';
import type { StreetAddress } from '#shared/orders/address.ts';
import { type DeliveryModeId, REVERSE_MODE } from '#shared/orders/rules/delivery-modes.ts';
import type { LabelSettings } from '#shared/orders/rules/label-settings.ts';
import type { ItemToPick } from './drawing/sku-list.ts';

/** An address as stored with its order. */
export type StoredAddress = Omit<StreetAddress, 'other_info'>;

/** Columns of JSON, whose shapes the database doesn't know. */
type JsonColumns = 'sender_address' | 'pickup_point' | 'items' | 'settings';

/**
 * Label content of a shipment, and whether it may be printed. `created_day` is `YYYY-MM-DD` in Buenos Aires, `fingerprint` the SHA-256 of the
 * printed content as hexadecimal text, `version` the number of different contents that were delivered for the shipment, including this one.
 */
export interface LabelRow extends Omit<Rows['label.labels-by-order'], JsonColumns | 'delivery_mode'> {
  delivery_mode: DeliveryModeId;
  sender_address: StoredAddress;
  /** As stored with the order; points of older orders have no hours. */
  pickup_point: {
    name: string;
    street: string;
    city: string;
    province: string;
    zip4: number;
    hours?: string;
    chosen?: true;
  } | null;
  items: { name: string; quantity: number }[];
  settings: LabelSettings | null;
}

/** A delivered label, as it is recorded. */
export type DeliveredLabel = Pick<LabelRow, 'order_pk' | 'shipment_id' | 'label' | 'fingerprint' | 'version'>;

const COLUMNS = Object.entries(LABEL_CONTENT)
  .map(([key, sql]) => `${sql} AS ${key}`)
  .join(', ');

const LABELS = `SELECT o.id AS order_pk, s.id AS shipment_id, s.printable, ${COLUMNS}, encode(f.print, 'hex') AS fingerprint,
    s.label_version + (s.label_fingerprint IS DISTINCT FROM f.print)::int AS version,
    (SELECT json_build_object('default_format', p.default_format, 'default_label_size', p.default_label_size,
      'labels_per_page', p.labels_per_page) FROM print_configs p WHERE p.client_id = o.client_id) AS settings
  FROM orders o
  JOIN shipments s ON s.client_id = o.client_id AND s.order_pk = o.id
  CROSS JOIN LATERAL (SELECT ${LABEL_FINGERPRINT} AS print OFFSET 0) f
  WHERE o.client_id = $1`;

const LABELS_OF_ORDER: Record<'tracking_id' | 'id', Statement<LabelRow>> = {
  tracking_id: statement('label.labels-by-tracking', `${LABELS} AND o.tracking_id = $2 ORDER BY s.n`, {
    nullable: ['settings'],
  }),
  id: statement('label.labels-by-order', `${LABELS} AND o.id = $2 ORDER BY s.n`, { nullable: ['settings'] }),
};

/** Reads the labels of an order's shipments, sorted by number; none if the client has no such order. */
export function labelsOfOrder(trx: Trx, clientId: number, order: RowKey<'tracking_id' | 'id'>): Promise<LabelRow[]> {
  return run(trx, LABELS_OF_ORDER[order.column], [clientId, order.value]);
}

const ofShipment = (one: 'label' | 'id', other: 'label' | 'id') => `${LABELS} AND s.${one} = $2 AND s.${other} = $3`;

const LABEL_OF_SHIPMENT: Statement<LabelRow> = statement('label.label-of-shipment', ofShipment('label', 'id'), {
  nullable: ['settings'],
});

/** Reads the label of the shipment that has both keys; null if there is none or it is another client's. */
export async function labelOfShipment(
  trx: Trx,
  clientId: number,
  one: RowKey<'label' | 'id'>,
  other: RowKey<'label' | 'id'>,
): Promise<LabelRow | null> {
  const text = ofShipment(one.column, other.column);
  const [row] = await run(trx, variant(LABEL_OF_SHIPMENT, text), [clientId, one.value, other.value]);
  return row ?? null;
}

/** Returns the values of the keys of one column, for `= ANY`. */
const valuesOf = <C extends string>(keys: readonly RowKey<C>[], column: C) =>
  keys.filter((key) => key.column === column).map(({ value }) => value);

const LABELS_OF_SHIPMENTS: Statement<LabelRow> = statement(
  'label.labels-of-shipments',
  `${LABELS} AND (s.label = ANY($2::text[]) OR s.id = ANY($3::bigint[]))`,
  { nullable: ['settings'] },
);

/** Reads the labels of shipments by key, unsorted; shipments of other clients are missing. */
export function labelsOfShipments(
  trx: Trx,
  clientId: number,
  keys: readonly RowKey<'label' | 'id'>[],
): Promise<LabelRow[]> {
  return run(trx, LABELS_OF_SHIPMENTS, [clientId, valuesOf(keys, 'label'), valuesOf(keys, 'id')]);
}

/** An order of a batch to print. */
export interface OrderToPrint {
  id: number;
  tracking_id: string;
  order_id: string;
  printable: boolean;
}

const FIND_ORDERS_TO_PRINT: Statement<OrderToPrint> = statement(
  'label.find-orders-to-print',
  `SELECT o.id, o.tracking_id, o.order_id, o.printable FROM orders o
   WHERE o.client_id = $1 AND (o.tracking_id = ANY($2::text[]) OR o.id = ANY($3::bigint[]))`,
);

/** Reads orders by key, unsorted; orders of other clients are missing. */
export function findOrdersToPrint(
  trx: Trx,
  clientId: number,
  keys: readonly RowKey<'tracking_id' | 'id'>[],
): Promise<OrderToPrint[]> {
  return run(trx, FIND_ORDERS_TO_PRINT, [clientId, valuesOf(keys, 'tracking_id'), valuesOf(keys, 'id')]);
}

const LABELS_OF_ORDERS: Statement<LabelRow> = statement(
  'label.labels-of-orders',
  `${LABELS} AND o.id = ANY($2::bigint[]) AND s.printable LIMIT $3`,
  { nullable: ['settings'] },
);

/** Reads the labels of the printable shipments of orders, unsorted, up to `limit`. */
export function labelsOfOrders(
  trx: Trx,
  clientId: number,
  orderIds: readonly number[],
  limit: number,
): Promise<LabelRow[]> {
  return run(trx, LABELS_OF_ORDERS, [clientId, orderIds, limit]);
}

const ITEMS_TO_PICK: Statement<ItemToPick & { shipment_id: number }> = statement(
  'label.items-to-pick',
  `SELECT i.shipment_id, o.order_id, i.sku, i.name, i.quantity FROM shipment_items i
   JOIN shipments s ON s.client_id = $1 AND s.id = i.shipment_id
   JOIN orders o ON o.client_id = $1 AND o.id = s.order_pk
   WHERE i.client_id = $1 AND i.shipment_id = ANY($2::bigint[]) AND o.delivery_mode <> $3
   ORDER BY i.shipment_id, i.n`,
);

/** Reads the items of shipments, by shipment and number. Shipments that come back from a buyer have nothing to pick. */
export function itemsToPick(
  trx: Trx,
  clientId: number,
  shipmentIds: readonly number[],
): Promise<(ItemToPick & { shipment_id: number })[]> {
  return run(trx, ITEMS_TO_PICK, [clientId, shipmentIds, REVERSE_MODE]);
}

const PRINT_SETTINGS: Statement<LabelSettings> = statement(
  'label.print-settings',
  'SELECT default_format, default_label_size, labels_per_page FROM print_configs WHERE client_id = $1',
);

/** Reads the client's print settings; null if they were never saved. */
export async function printSettings(trx: Trx, clientId: number): Promise<LabelSettings | null> {
  const [row] = await run(trx, PRINT_SETTINGS, [clientId]);
  return row ?? null;
}

/**
 * Records the delivery of labels (readings C22) with the fingerprint of the rendered rows: if the order changed
 * meanwhile, the labels are outdated at once.
 */
export async function recordDeliveries(
  trx: Trx,
  clientId: number,
  labels: readonly DeliveredLabel[],
  format: 'pdf' | 'zpl' | 'png',
  now: Date,
): Promise<void> {
  const delivered = JSON.stringify(
    labels.map(({ shipment_id, fingerprint, version }) => ({ shipment_id, fingerprint, version })),
  );
  const recordset = 'json_to_recordset($2) AS d (shipment_id bigint, fingerprint text, version smallint)';
  await Promise.all([
    execute(
      trx,
      `INSERT INTO label_deliveries (client_id, shipment_id, format, delivered_at, fingerprint, version)
       SELECT $1, d.shipment_id, $3, $4, decode(d.fingerprint, 'hex'), d.version FROM ${recordset}`,
      [clientId, delivered, format, now],
    ),
    execute(
      trx,
      `UPDATE shipments s SET printed = true, label_fingerprint = decode(d.fingerprint, 'hex'), label_version = d.version
       FROM ${recordset} WHERE s.client_id = $1 AND s.id = d.shipment_id`,
      [clientId, delivered],
    ),
  ]);
}
