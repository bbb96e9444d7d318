import { run, type Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/domain/deps.ts';
import { numericId } from '#server/domain/resolve.ts';
import { readPage } from '#server/features/operator/operator-page.ts';
import type { QueryOf, ReplyOf } from '#shared/http/endpoint.ts';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import type { OperatorFulfillmentDetail, operatorFulfillments } from '#shared/ops/fulfillment.ts';
import { fold } from '#shared/rules/fold.ts';
import { FULFILLMENT_STATUSES } from '#shared/rules/fulfillment-timeline.ts';

/** A fulfillment order as the provider's entry names it. */
export interface FulfillmentPath {
  clientId: number;
  id: number;
}

const COLUMNS = `f.client_id, f.id, f.order_id, f.tracking_id, f.delivery_mode::text AS delivery_mode, f.status, f.labels,
  f.reason, wire_time(f.created_at) AS created_at, wire_time(f.status_at) AS status_at`;

/** Fulfillment orders of all clients, the oldest first; those that are to be prepared unless another state is asked for. */
export async function fulfillmentsOf(
  deps: Deps,
  { filter, page, limit }: QueryOf<typeof operatorFulfillments>,
): Promise<ReplyOf<typeof operatorFulfillments>> {
  const client = filter.client === undefined ? null : numericId(filter.client);
  const status = FULFILLMENT_STATUSES.find(({ value }) => fold(value) === fold(filter.status ?? 'Registrado'));
  if (!status || (filter.client !== undefined && client === null)) {
    return { results: [], pagination: { page: 1, pages: 1, total: 0, limit } };
  }
  return deps.db.withProvider((trx) =>
    readPage(
      trx,
      {
        select: `SELECT ${COLUMNS} FROM fulfillment_orders f
          WHERE f.status = $1 AND ($2::bigint IS NULL OR f.client_id = $2)`,
        orderBy: 'created_at, id',
        values: [status.value, client],
      },
      { page, limit },
    ),
  );
}

/** One fulfillment order. @throws Failure 404 when the client has none such */
export function fulfillmentOf(deps: Deps, { clientId, id }: FulfillmentPath): Promise<OperatorFulfillmentDetail> {
  return deps.db.withClient(clientId, (trx) => fulfillmentIn(trx, clientId, id));
}

/** The same as it stands in a transaction. */
export async function fulfillmentIn(trx: Trx, clientId: number, id: number): Promise<OperatorFulfillmentDetail> {
  const [found] = await run<{ detail: OperatorFulfillmentDetail }>(
    trx,
    `SELECT to_jsonb(d) AS detail FROM (
       SELECT ${COLUMNS}, (
         SELECT json_agg(json_build_object('shipment_id', s.label, 'state', s.state, 'items', (
             SELECT coalesce(json_agg(json_build_object('sku', i.sku, 'description', i.name, 'requested', i.quantity,
               'prepared', i.prepared) ORDER BY i.n), '[]')
             FROM shipment_items i
             WHERE i.client_id = $1 AND i.shipment_id = s.id AND i.product_id IS NOT NULL
           ), 'lots', (
             SELECT coalesce(json_agg(json_build_object('sku', k.sku, 'lot', l.lot, 'units', r.units)
               ORDER BY r.n, l.expiry NULLS LAST, l.id), '[]')
             FROM stock_reservations r JOIN stock_lots l ON l.client_id = $1 AND l.id = r.lot_id
             JOIN stock_skus k ON k.client_id = $1 AND k.id = l.sku_id
             WHERE r.client_id = $1 AND r.shipment_id = s.id AND r.units > 0
           )) ORDER BY s.n)
         FROM shipments s WHERE s.client_id = $1 AND s.order_pk = f.order_pk
       ) AS shipments, json_build_object('receiver_name', o.receiver_name, 'email', o.email,
         'receiver_phone', o.receiver_phone, 'address', json_build_object('street_name', o.street_name,
           'street_number', o.street_number, 'floor', o.floor, 'apartment', o.apartment,
           'neighborhood_name', o.neighborhood_name, 'zip_code', o.zip_code, 'city', o.city, 'state', o.state,
           'other_info', o.other_info)) AS receiver
       FROM fulfillment_orders f JOIN orders o ON o.client_id = $1 AND o.id = f.order_pk
       WHERE f.client_id = $1 AND f.id = $2
     ) d`,
    [clientId, id],
  );
  if (!found) throw new Failure(404, messages.notFound);
  return found.detail;
}
