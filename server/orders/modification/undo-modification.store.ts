import { execute, run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';

/** Keeps the values that the approval of the client's request will replace, apart from the receiver. The order must be locked. */
export async function keepReplaced(trx: Trx, clientId: number, id: number): Promise<void> {
  await execute(
    trx,
    `UPDATE modification_requests m SET replaced = jsonb_build_object(
       'between_1', o.between_1, 'between_2', o.between_2, 'province', o.province, 'zip_unlisted', o.zip_unlisted,
       'pickup_point', o.pickup_point, 'estimated_min', o.estimated_min, 'estimated_max', o.estimated_max,
       'quoted_min_days', o.quoted_min_days, 'quoted_max_days', o.quoted_max_days,
       'shipments', (SELECT jsonb_agg(jsonb_build_object('id', s.id, 'adjustment_cents', s.adjustment_cents,
           'pickup_point_code', s.pickup_point_code, 'promised_on', s.promised_on, 'promise_after', s.promise_after,
           'promise_days', s.promise_days))
         FROM shipments s WHERE s.client_id = $1 AND s.order_pk = o.id))
     FROM orders o WHERE m.client_id = $1 AND m.id = $2 AND o.client_id = $1 AND o.id = m.order_pk`,
    [clientId, id],
  );
}

/** Writes back the values besides the receiver that an approval replaced. The order must be locked. */
export async function restoreReplaced(trx: Trx, clientId: number, id: number): Promise<void> {
  await execute(
    trx,
    `UPDATE orders o SET between_1 = r.between_1, between_2 = r.between_2, province = r.province,
       zip_unlisted = r.zip_unlisted, pickup_point = r.pickup_point, estimated_min = r.estimated_min,
       estimated_max = r.estimated_max, quoted_min_days = r.quoted_min_days, quoted_max_days = r.quoted_max_days
     FROM modification_requests m, jsonb_to_record(m.replaced) AS r (between_1 text, between_2 text, province char(1),
       zip_unlisted boolean, pickup_point jsonb, estimated_min date, estimated_max date, quoted_min_days smallint,
       quoted_max_days smallint)
     WHERE m.client_id = $1 AND m.id = $2 AND o.client_id = $1 AND o.id = m.order_pk`,
    [clientId, id],
  );
  await execute(
    trx,
    `UPDATE shipments s SET adjustment_cents = r.adjustment_cents, pickup_point_code = r.pickup_point_code,
       promised_on = r.promised_on, promise_after = r.promise_after, promise_days = r.promise_days
     FROM modification_requests m, jsonb_to_recordset(m.replaced->'shipments') AS r (id bigint, adjustment_cents bigint,
       pickup_point_code text, promised_on date, promise_after date, promise_days smallint)
     WHERE m.client_id = $1 AND m.id = $2 AND s.client_id = $1 AND s.id = r.id`,
    [clientId, id],
  );
}

/** Why a decision can't be undone: nobody of the staff made it, or something followed. */
export type UndoObstacle = 'undecided' | 'label' | 'payment' | 'change';

const UNDO_OBSTACLE: Statement<{ obstacle: UndoObstacle | null }> = statement(
  'undo-modification.undo-obstacle',
  `SELECT CASE
     WHEN m.decided_version IS NULL OR m.state = 'Aprobado' AND m.replaced IS NULL THEN 'undecided'
     WHEN EXISTS (SELECT FROM shipments s JOIN label_deliveries d ON d.client_id = $1 AND d.shipment_id = s.id
       WHERE s.client_id = $1 AND s.order_pk = o.id AND d.delivered_at > m.decided_at)
       OR EXISTS (SELECT FROM shipments s JOIN provider_prints p ON p.client_id = $1 AND p.shipment_id = s.id
         WHERE s.client_id = $1 AND s.order_pk = o.id AND p.printed_at > m.decided_at) THEN 'label'
     WHEN o.paid_at > m.decided_at OR EXISTS (SELECT FROM merchant_orders p
       WHERE p.client_id = $1 AND p.id = o.merchant_order_id AND p.created_at > m.decided_at) THEN 'payment'
     WHEN o.version <> m.decided_version THEN 'change' END AS obstacle
   FROM modification_requests m JOIN orders o ON o.client_id = $1 AND o.id = m.order_pk
   WHERE m.client_id = $1 AND m.id = $2`,
  { nullable: ['obstacle'] },
);

/** Returns why the decision of the client's request can't be undone; null if it can. The order must be locked. */
export async function undoObstacle(trx: Trx, clientId: number, id: number): Promise<UndoObstacle | null> {
  const [row] = await run(trx, UNDO_OBSTACLE, [clientId, id]);
  return row?.obstacle ?? null;
}

/** Makes the client's request wait again, and writes its state to the order. */
export async function reopenRequest(trx: Trx, clientId: number, id: number): Promise<void> {
  await execute(
    trx,
    `WITH m AS (
       UPDATE modification_requests SET state = 'Pendiente', reason = NULL, decided_by = NULL, decided_by_staff = NULL,
         decided_at = NULL, decided_version = NULL, replaced = NULL
       WHERE client_id = $1 AND id = $2 RETURNING order_pk
     )
     UPDATE orders o SET last_modification_state = 'Pendiente' FROM m WHERE o.client_id = $1 AND o.id = m.order_pk`,
    [clientId, id],
  );
}

/** Deletes the values that approvals before a time replaced: these approvals can't be undone any more. */
export async function forgetReplaced(trx: Trx, clientId: number, before: Date): Promise<void> {
  await execute(
    trx,
    'UPDATE modification_requests SET replaced = NULL WHERE client_id = $1 AND replaced IS NOT NULL AND decided_at < $2',
    [clientId, before],
  );
}
