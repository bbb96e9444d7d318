import { execute, run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import { CANCELLED, CONFIRMED, type PaymentStateId, PENDING } from '#shared/money/rules/payments.ts';

/** A legacy payment. Orders that were paid together have the same payment id. */
export interface LegacyPayment {
  id: number;
  state: PaymentStateId;
  initPoint: string | null;
  begunAt: Date;
  /** Time of confirmation or cancellation. */
  endedAt: Date | null;
}

const PAYMENTS = `
  WITH given AS (
    SELECT p.*, a.cents FROM json_to_recordset($2)
      AS p (id bigint, order_pk bigint, state smallint, "initPoint" text, "begunAt" timestamptz, "endedAt" timestamptz)
    CROSS JOIN LATERAL (
      SELECT coalesce(nullif(sum(s.cost_cents) FILTER (WHERE s.state_code IS DISTINCT FROM 'cancelado'), 0),
        sum(s.cost_cents)) AS cents
      FROM shipments s WHERE s.client_id = $1 AND s.order_pk = p.order_pk
    ) a
  ), inserted AS (
    INSERT INTO merchant_orders (client_id, id, state, amount_cents, begun_by, preference_id, init_point,
      provider_status, created_at, updated_at, confirmed_at, cancelled_at)
    SELECT $1, id, state, sum(cents), (SELECT min(u.id) FROM users u WHERE u.client_id = $1),
      CASE WHEN "initPoint" IS NOT NULL THEN id::text END, "initPoint", CASE state WHEN ${CONFIRMED} THEN 'approved' END,
      "begunAt", coalesce("endedAt", "begunAt"), CASE state WHEN ${CONFIRMED} THEN "endedAt" END,
      CASE state WHEN ${CANCELLED} THEN "endedAt" END
    FROM given GROUP BY id, state, "initPoint", "begunAt", "endedAt" RETURNING id
  )
  INSERT INTO merchant_order_lines (client_id, merchant_order_id, n, order_pk, order_id, tracking_id, amount_cents, active)
  SELECT $1, g.id, row_number() OVER (PARTITION BY g.id ORDER BY o.created_at, o.id), o.id, o.order_id, o.tracking_id,
    g.cents, g.state <> ${CANCELLED}
  FROM given g JOIN inserted i ON i.id = g.id JOIN orders o ON o.client_id = $1 AND o.id = g.order_pk`;

/**
 * Inserts legacy payments. The shipments must have their final states, because an order's amount is the cost of its
 * shipments that aren't cancelled.
 */
export async function importLegacyPayments(
  trx: Trx,
  clientId: number,
  payments: readonly (LegacyPayment & { order_pk: number })[],
): Promise<void> {
  if (payments.length > 0) await execute(trx, PAYMENTS, [clientId, JSON.stringify(payments)]);
}

/** An imported open payment with the id of its checkout at the payment provider. */
export interface OpenLegacyPayment {
  id: number;
  preference_id: string;
  amount_cents: number;
  orders: number;
}

const FIND_OPEN_PAYMENTS: Statement<OpenLegacyPayment> = statement(
  'legacy-payments.find-open-payments',
  `SELECT m.id, m.preference_id, m.amount_cents,
     (SELECT count(*)::int FROM merchant_order_lines l WHERE l.client_id = $1 AND l.merchant_order_id = m.id) AS orders
   FROM merchant_orders m WHERE m.client_id = $1 AND m.state = ${PENDING} AND m.preference_id IS NOT NULL`,
  { present: ['preference_id'] },
);

/** Returns the client's open payments that have a checkout. */
export function findOpenPayments(trx: Trx, clientId: number): Promise<OpenLegacyPayment[]> {
  return run(trx, FIND_OPEN_PAYMENTS, [clientId]);
}
