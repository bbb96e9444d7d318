import { execute, run, type Trx } from '#server/db/connection.ts';
import { prepared, type Statement, statement } from '#server/db/statement.ts';
import type { Day } from '#shared/kit/days.ts';
import type { CountedDay } from '#shared/orders/rules/due/promise.ts';

/** The days of delivery that a shipment's order was quoted with, and the day of its creation. */
export interface QuotedDays {
  /** Id of the shipment. */
  id: number;
  created: Day;
  min: Day;
  max: Day;
  /** Null for an order of a version that didn't store them. */
  minDays: number | null;
  maxDays: number | null;
}

const UNPROMISED: Statement<QuotedDays> = statement(
  'promises.unpromised',
  `SELECT s.id, local_day(o.created_at) AS created, o.estimated_min AS min, o.estimated_max AS max,
     o.quoted_min_days AS "minDays", o.quoted_max_days AS "maxDays"
   FROM shipments s JOIN orders o ON o.client_id = $1 AND o.id = s.order_pk
   WHERE s.client_id = $1 AND s.id = ANY($2::bigint[]) AND s.promised_on IS NULL AND o.estimated_max IS NOT NULL`,
  { prepared: true, present: ['min', 'max'] },
);

/** Reads the quoted days of the given shipments that have no promise yet. Legacy orders without a window are missing. */
export function findUnpromised(trx: Trx, clientId: number, shipmentIds: readonly number[]): Promise<QuotedDays[]> {
  return run(trx, UNPROMISED, [clientId, shipmentIds]);
}

const PROMISE = prepared(
  'promise_shipments',
  `UPDATE shipments s SET promised_min = p.min, promised_max = p.max, promised_on = p.max, promise_after = p.after,
     promise_days = p.days
   FROM json_to_recordset($2) AS p (id bigint, min date, max date, after date, days smallint)
   WHERE s.client_id = $1 AND s.id = p.id AND s.promised_on IS NULL`,
);

/** Writes first promises. The orders must be locked. */
export async function writePromises(
  trx: Trx,
  clientId: number,
  promises: readonly ({ id: number; min: Day; max: Day } & CountedDay)[],
): Promise<void> {
  await execute(trx, PROMISE, [clientId, JSON.stringify(promises)]);
}
