import { prepared, run, type Trx } from '#server/db/connection.ts';
import type { QuotedWindow } from '#shared/rules/promise.ts';

const UNPROMISED = prepared(
  'unpromised_shipments',
  `SELECT s.id, local_day(o.created_at) AS created, o.estimated_min AS min, o.estimated_max AS max
   FROM shipments s JOIN orders o ON o.client_id = $1 AND o.id = s.order_pk
   WHERE s.client_id = $1 AND s.id = ANY($2::bigint[]) AND s.promised_on IS NULL AND o.estimated_max IS NOT NULL`,
);

/** Reads the quoted windows of those of the client's shipments that have no promise yet. Legacy orders without a window are missing. */
export function findUnpromised(
  trx: Trx,
  clientId: number,
  shipmentIds: readonly number[],
): Promise<(QuotedWindow & { id: number })[]> {
  return run<QuotedWindow & { id: number }>(trx, UNPROMISED, [clientId, shipmentIds]);
}

const PROMISE = prepared(
  'promise_shipments',
  `UPDATE shipments s SET promised_min = p.min, promised_max = p.max, promised_on = p.max
   FROM json_to_recordset($2) AS p (id bigint, min date, max date)
   WHERE s.client_id = $1 AND s.id = p.id AND s.promised_on IS NULL`,
);

/** Writes first promises. The orders must be locked. */
export async function writePromises(
  trx: Trx,
  clientId: number,
  promises: readonly { id: number; min: string; max: string }[],
): Promise<void> {
  await run(trx, PROMISE, [clientId, JSON.stringify(promises)]);
}
