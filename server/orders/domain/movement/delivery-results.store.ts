import { queueWrite, run, type Trx } from '#server/db/connection.ts';
import { prepared, type Statement, statement } from '#server/db/statement.ts';
import type { Day } from '#shared/kit/days.ts';
import type { DeliveryModeId } from '#shared/orders/rules/delivery-modes.ts';
import type { DatedState, DeliveryResult } from '#shared/orders/rules/due/delivery-result.ts';
import { NOT_SUPERSEDED } from './event-corrections.store.ts';

/** History, promise and mode that the result of a shipment's delivery follows from. */
export interface DeliveryFacts {
  id: number;
  delivery_mode: DeliveryModeId;
  promised_max: Day | null;
  return_requested: boolean;
  history: DatedState[];
}

const FACTS: Statement<DeliveryFacts> = statement(
  'delivery-results.facts',
  `SELECT s.id, s.delivery_mode, s.promised_max, s.return_requested_at IS NOT NULL AS return_requested, h.history
   FROM shipments s CROSS JOIN LATERAL (
     SELECT coalesce(json_agg(json_build_object('code', e.state_code, 'day', local_day(e.at), 'reason', e.reason)
       ORDER BY e.at, e.recorded_at, e.id), '[]') AS history
     FROM shipment_events e WHERE e.client_id = $1 AND e.shipment_id = s.id AND ${NOT_SUPERSEDED}
   ) h WHERE s.client_id = $1 AND s.id = ANY($2::bigint[])`,
  { prepared: true },
);

/** Reads the facts of some of the client's shipments. */
export function readDeliveryFacts(trx: Trx, clientId: number, ids: readonly number[]): Promise<DeliveryFacts[]> {
  return run(trx, FACTS, [clientId, ids]);
}

const WRITE = prepared(
  'write_delivery_results',
  `INSERT INTO delivery_results AS d (client_id, shipment_id, created_on, province, ended, on_time, failed_visits,
     failure, transit_days)
   SELECT $1, s.id, s.created_on, s.province, r.ended, r.on_time, r.failed_visits, r.failure, r.transit_days
   FROM json_to_recordset($2) AS r (id bigint, ended text, on_time boolean, failed_visits smallint, failure text,
     transit_days smallint)
   JOIN shipments s ON s.client_id = $1 AND s.id = r.id
   ON CONFLICT (client_id, shipment_id) DO UPDATE SET ended = EXCLUDED.ended, on_time = EXCLUDED.on_time,
     province = EXCLUDED.province, failed_visits = EXCLUDED.failed_visits, failure = EXCLUDED.failure,
     transit_days = EXCLUDED.transit_days`,
);

/** Queues an update of the province in an order's delivery results after its destination changed. */
export function moveDeliveryResults(trx: Trx, clientId: number, orderId: number): void {
  queueWrite(
    trx,
    `UPDATE delivery_results d SET province = s.province FROM shipments s
     WHERE s.client_id = $1 AND s.order_pk = $2 AND d.client_id = $1 AND d.shipment_id = s.id
       AND d.province IS DISTINCT FROM s.province`,
    [clientId, orderId],
  );
}

const DELETE = prepared(
  'delete_delivery_results',
  'DELETE FROM delivery_results WHERE client_id = $1 AND shipment_id = ANY($2::bigint[])',
);

/** Queues the writes of results. A shipment without one (null) loses the one it had. The orders must be locked. */
export function writeDeliveryResults(
  trx: Trx,
  clientId: number,
  results: readonly { id: number; result: DeliveryResult | null }[],
): void {
  const known = results.flatMap(({ id, result }) => (result ? [{ id, ...result }] : []));
  const none = results.flatMap(({ id, result }) => (result ? [] : [id]));
  if (known.length > 0) queueWrite(trx, WRITE, [clientId, JSON.stringify(known)]);
  if (none.length > 0) queueWrite(trx, DELETE, [clientId, none]);
}
