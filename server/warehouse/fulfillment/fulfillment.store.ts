import { queueWrite, run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import { barcodesOfSkus } from '#server/warehouse/domain/scanned-skus.store.ts';
import { skuName } from '#server/warehouse/stock/sku-name.ts';
import { foldedKey } from '#shared/kit/text/typed-key.ts';
import type { FulfillmentStatus } from '#shared/warehouse/rules/fulfillment-timeline.ts';
import type { StaffFulfillmentDetail } from '#shared/warehouse/staff-fulfillment.ts';

const COLUMNS = `f.client_id, c.nombre_empresa AS company, c.blocked_reason, f.id, f.order_id, f.tracking_id,
  f.delivery_mode::text AS delivery_mode, f.status, f.labels, f.reason,
  wire_time(f.created_at) AS created_at, wire_time(f.status_at) AS status_at`;

/** Selects fulfillment orders with a status, oldest first. `clientId` null means all clients. */
export function fulfillmentsMatching(status: FulfillmentStatus, clientId: number | null) {
  return {
    select: `SELECT ${COLUMNS} FROM fulfillment_orders f JOIN clients c ON c.client_id = f.client_id
      WHERE f.status = $1 AND ($2::bigint IS NULL OR f.client_id = $2)`,
    orderBy: 'created_at, id',
    values: [status, clientId],
  };
}

/** Where a fulfillment order goes, and how much it contains. */
interface FulfillmentContents {
  client_id: number;
  id: number;
  city: string;
  state: string;
  lines: number;
  units: number;
}

const READ_CONTENTS: Statement<FulfillmentContents> = statement(
  'fulfillment.read-contents',
  `SELECT f.client_id, f.id, o.city, o.state, count(DISTINCT i.product_id) AS lines, coalesce(sum(i.quantity), 0)::bigint AS units
   FROM unnest($1::bigint[], $2::bigint[]) AS k (client_id, id)
   JOIN fulfillment_orders f ON f.client_id = k.client_id AND f.id = k.id
   JOIN orders o ON o.client_id = f.client_id AND o.id = f.order_pk
   LEFT JOIN shipments s ON s.client_id = f.client_id AND s.order_pk = f.order_pk
     AND s.state_code IS DISTINCT FROM 'cancelado' AND s.state_code IS DISTINCT FROM 'expirado'
   LEFT JOIN shipment_items i ON i.client_id = f.client_id AND i.shipment_id = s.id AND i.product_id IS NOT NULL
   GROUP BY f.client_id, f.id, o.city, o.state`,
);

/** Reads where fulfillment orders go, and how much they contain. @param trx a transaction of the role `provider` */
export function readContents(
  trx: Trx,
  orders: readonly { client_id: number; id: number }[],
): Promise<FulfillmentContents[]> {
  return run(trx, READ_CONTENTS, [orders.map(({ client_id }) => client_id), orders.map(({ id }) => id)]);
}

type Shipment = StaffFulfillmentDetail['shipments'][number];

/** A fulfillment order whose items lack their bar codes. */
interface UncodedDetail extends Omit<StaffFulfillmentDetail, 'shipments'> {
  shipments: (Omit<Shipment, 'items'> & { items: Omit<Shipment['items'][number], 'barcode'>[] })[];
}

const READ_FULFILLMENT: Statement<{ detail: UncodedDetail }> = statement(
  'fulfillment.read-fulfillment',
  `SELECT to_jsonb(d) AS detail FROM (
     SELECT ${COLUMNS}, (
       SELECT json_agg(json_build_object('shipment_id', s.label, 'state', s.state, 'items', (
           SELECT coalesce(json_agg(json_build_object('sku', i.sku, 'description', ${skuName('i.name')}, 'requested',
             i.quantity, 'prepared', i.prepared) ORDER BY i.n), '[]')
           FROM shipment_items i LEFT JOIN stock_skus k ON k.client_id = $1 AND k.sku_key = folded_key(i.sku)
           WHERE i.client_id = $1 AND i.shipment_id = s.id AND i.product_id IS NOT NULL
         ), 'lots', (
           SELECT coalesce(json_agg(json_build_object('sku', k.sku, 'lot', l.lot, 'expiry', l.expiry,
             'units', r.units)
             ORDER BY r.n, l.expiry NULLS LAST, l.id), '[]')
           FROM stock_reservations r JOIN stock_lots l ON l.client_id = $1 AND l.id = r.lot_id
           JOIN stock_skus k ON k.client_id = $1 AND k.id = l.sku_id
           WHERE r.client_id = $1 AND r.shipment_id = s.id AND r.units > 0
         )) ORDER BY s.n)
       FROM shipments s WHERE s.client_id = $1 AND s.order_pk = f.order_pk
     ) AS shipments, json_build_object('receiver_name', o.receiver_name,
       'email', CASE WHEN $3 THEN masked_email(o.email) ELSE o.email END, 'receiver_phone', CASE WHEN $3
       THEN masked_end(regexp_replace(o.receiver_phone, '\\D', '', 'g')) ELSE o.receiver_phone END, 'address', json_build_object('street_name', o.street_name,
         'street_number', o.street_number, 'floor', o.floor, 'apartment', o.apartment,
         'neighborhood_name', o.neighborhood_name, 'zip_code', o.zip_code, 'city', o.city, 'state', o.state,
         'other_info', o.other_info)) AS receiver
     FROM fulfillment_orders f JOIN clients c ON c.client_id = $1 JOIN orders o ON o.client_id = $1 AND o.id = f.order_pk
     WHERE f.client_id = $1 AND f.id = $2
   ) d`,
);

/** Returns a fulfillment order with its shipments and receiver; null if the client has none with this id. @param masked hides the receiver's contact */
export async function readFulfillment(
  trx: Trx,
  { clientId, id, masked }: { clientId: number; id: number; masked: boolean },
): Promise<StaffFulfillmentDetail | null> {
  const [found] = await run(trx, READ_FULFILLMENT, [clientId, id, masked]);
  if (!found) return null;
  const { shipments } = found.detail;
  const skus = shipments.flatMap(({ items }) => items.map(({ sku }) => sku));
  const barcodes = await barcodesOfSkus(trx, clientId, skus);
  const coded = shipments.map((shipment) => ({
    ...shipment,
    items: shipment.items.map((item) => ({ ...item, barcode: barcodes.get(foldedKey(item.sku)) ?? '' })),
  }));
  return { ...found.detail, shipments: coded };
}

const ORDER_OF_FULFILLMENT = statement(
  'fulfillment.order-of-fulfillment',
  'SELECT order_pk FROM fulfillment_orders WHERE client_id = $1 AND id = $2',
);

/** Returns the order id of a fulfillment order; null if the client has none with this id. */
export async function orderOfFulfillment(trx: Trx, clientId: number, id: number): Promise<number | null> {
  const [found] = await run(trx, ORDER_OF_FULFILLMENT, [clientId, id]);
  return found?.order_pk ?? null;
}

/** An item to prepare, with its reserved lots, the first to expire first. */
export interface WantedItem {
  shipment_id: number;
  n: number;
  /** In its normal form (`foldedKey`). */
  sku: string;
  quantity: number;
  prepared: number;
  lots: { lot_id: number; units: number }[];
}

const WANTED_ITEMS: Statement<WantedItem> = statement(
  'fulfillment.wanted-items',
  `SELECT i.shipment_id, i.n, folded_key(i.sku) AS sku, i.quantity, i.prepared, (
     SELECT coalesce(json_agg(json_build_object('lot_id', r.lot_id, 'units', r.units)
       ORDER BY l.expiry NULLS LAST, l.id), '[]')
     FROM stock_reservations r JOIN stock_lots l ON l.client_id = $1 AND l.id = r.lot_id
     WHERE r.client_id = $1 AND r.shipment_id = i.shipment_id AND r.n = i.n AND r.units > 0
   ) AS lots
   FROM shipment_items i JOIN shipments s ON s.client_id = $1 AND s.id = i.shipment_id
   WHERE i.client_id = $1 AND i.shipment_id = ANY($2::bigint[]) AND i.product_id IS NOT NULL ORDER BY s.n, i.n`,
);

export function wantedItems(trx: Trx, clientId: number, shipmentIds: readonly number[]): Promise<WantedItem[]> {
  return run(trx, WANTED_ITEMS, [clientId, shipmentIds]);
}

/** Queues setting the status of a fulfillment order to 'Preparado'. */
export function writePrepared(trx: Trx, clientId: number, id: number, now: Date): void {
  queueWrite(
    trx,
    `UPDATE fulfillment_orders SET status = 'Preparado', status_at = $3 WHERE client_id = $1 AND id = $2`,
    [clientId, id, now],
  );
}

/** Queues writing why the warehouse cancelled a fulfillment order. */
export function writeReason(trx: Trx, clientId: number, id: number, reason: string): void {
  queueWrite(trx, 'UPDATE fulfillment_orders SET reason = $3 WHERE client_id = $1 AND id = $2', [clientId, id, reason]);
}
