import { execute, type Trx } from '#server/db/connection.ts';
import { type EditedReceiver, RECEIVER_OBJECT } from '#server/orders/modification/modification.store.ts';
import type { RequestState } from '#shared/orders/requests.ts';

/** A legacy modification request. */
export interface LegacyModification {
  state: RequestState;
  at: Date;
  /** Fields that differ from the order's receiver: the requested values or, if approved, the previous values. */
  other: Partial<EditedReceiver>;
  /** Reason of a rejection. */
  reason: string | null;
}

const REQUESTS = `
  INSERT INTO modification_requests (client_id, order_pk, order_id, tracking_id, state, before, after, reason,
    cost_before_cents, cost_after_cents, requested_by, requested_at, decided_at)
  SELECT $1, o.id, o.order_id, o.tracking_id, h.state,
    CASE WHEN h.state = 'Aprobado' THEN r.receiver || h.other ELSE r.receiver END,
    CASE WHEN h.state = 'Aprobado' THEN r.receiver ELSE r.receiver || h.other END,
    h.reason, o.rate_cents, o.rate_cents, u.id, h.at, CASE WHEN h.state <> 'Pendiente' THEN h.at + interval '15 minutes' END
  FROM json_to_recordset($2) AS h (order_pk bigint, state text, at timestamptz, other jsonb, reason text)
  JOIN orders o ON o.client_id = $1 AND o.id = h.order_pk
  CROSS JOIN LATERAL (SELECT ${RECEIVER_OBJECT} AS receiver) r
  CROSS JOIN LATERAL (SELECT id FROM users WHERE client_id = $1 ORDER BY created_at, id LIMIT 1) u`;

/** Inserts modification requests. `writeLegacyHistories` writes the state of the last request on its order. */
export async function importLegacyModifications(
  trx: Trx,
  clientId: number,
  requests: readonly (LegacyModification & { orderId: number })[],
): Promise<void> {
  if (requests.length === 0) return;
  const rows = requests.map(({ orderId, ...request }) => ({ order_pk: orderId, ...request }));
  await execute(trx, REQUESTS, [clientId, JSON.stringify(rows)]);
}
