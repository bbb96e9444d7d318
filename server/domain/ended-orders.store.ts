import { run, type Trx } from '#server/db/connection.ts';
import { PENDING } from '#shared/rules/payments.ts';
import { FINAL_STATES } from '#shared/rules/shipment-states.ts';

/**
 * SQL condition: an order `o` is in an open payment although all its shipments are final; `$3` are the final states.
 */
const ENDED_UNPAID = `o.merchant_order_state = ${PENDING} AND NOT EXISTS (SELECT FROM shipments s
  WHERE s.client_id = $1 AND s.order_pk = o.id AND (s.state_code IS NULL OR s.state_code <> ALL ($3)))`;

/** Returns the ids of open payments that contain an ended order, among some orders. */
export async function findPaymentsOfEndedOrders(
  trx: Trx,
  clientId: number,
  orderIds: readonly number[],
): Promise<number[]> {
  const open = await run<{ id: number }>(
    trx,
    `SELECT DISTINCT o.merchant_order_id AS id FROM orders o
     WHERE o.client_id = $1 AND o.id = ANY($2::bigint[]) AND ${ENDED_UNPAID}`,
    [clientId, orderIds, FINAL_STATES],
  );
  return open.map(({ id }) => id);
}

/** Whether an open payment contains an ended order. */
export async function paysForEndedOrder(trx: Trx, clientId: number, id: number): Promise<boolean> {
  const ended = await run(
    trx,
    `SELECT FROM merchant_order_lines l JOIN orders o ON o.client_id = $1 AND o.id = l.order_pk AND o.merchant_order_id = $2
     WHERE l.client_id = $1 AND l.merchant_order_id = $2 AND ${ENDED_UNPAID} LIMIT 1`,
    [clientId, id, FINAL_STATES],
  );
  return ended.length > 0;
}
