import { execute, run, type Trx } from '#server/db/connection.ts';
import { statement } from '#server/db/statement.ts';
import { PENDING } from '#shared/money/rules/payments.ts';
import { FINAL_STATES } from '#shared/orders/rules/shipment/shipment-states.ts';

/**
 * SQL condition: an order `o` is in an open payment although all its shipments are final; `$3` are the final states.
 */
const ENDED_UNPAID = `o.merchant_order_state = ${PENDING} AND NOT EXISTS (SELECT FROM shipments s
  WHERE s.client_id = $1 AND s.order_pk = o.id AND (s.state_code IS NULL OR s.state_code <> ALL ($3)))`;

const FIND_PAYMENTS_OF_ENDED_ORDERS = statement(
  'ended-orders.find-payments-of-ended-orders',
  `SELECT DISTINCT o.merchant_order_id AS id FROM orders o
   WHERE o.client_id = $1 AND o.id = ANY($2::bigint[]) AND ${ENDED_UNPAID}`,
  { present: ['id'] },
);

/** Returns the ids of open payments that contain an ended order, among some orders. */
export async function findPaymentsOfEndedOrders(
  trx: Trx,
  clientId: number,
  orderIds: readonly number[],
): Promise<number[]> {
  const open = await run(trx, FIND_PAYMENTS_OF_ENDED_ORDERS, [clientId, orderIds, FINAL_STATES]);
  return open.map(({ id }) => id);
}

/** Whether an open payment contains an ended order. */
export async function paysForEndedOrder(trx: Trx, clientId: number, id: number): Promise<boolean> {
  const ended = await execute(
    trx,
    `SELECT FROM merchant_order_lines l JOIN orders o ON o.client_id = $1 AND o.id = l.order_pk AND o.merchant_order_id = $2
     WHERE l.client_id = $1 AND l.merchant_order_id = $2 AND ${ENDED_UNPAID} LIMIT 1`,
    [clientId, id, FINAL_STATES],
  );
  return ended > 0;
}
