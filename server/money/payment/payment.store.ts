import { execute, queueWrite, run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import { CANCELLED, CONFIRMED, type PaymentStateId, PENDING } from '#shared/money/rules/payments.ts';
import { FINAL_STATES } from '#shared/orders/rules/shipment/shipment-states.ts';

/** A stored payment, with the columns that the services use. */
export interface StoredPayment {
  id: number;
  state: PaymentStateId;
  amount_cents: number;
  begun_by: number;
  preference_id: string | null;
  init_point: string | null;
  payment_id: string | null;
  attention: string | null;
  created_at: Date;
  /** Time of confirmation or cancellation. */
  ended_at: Date | null;
}

const PAYMENT = `SELECT id, state, amount_cents, begun_by, preference_id, init_point, payment_id, attention, created_at,
  coalesce(confirmed_at, cancelled_at) AS ended_at FROM merchant_orders WHERE client_id = $1 AND id = $2`;
const READ: Statement<StoredPayment> = statement('payment.read', PAYMENT, { prepared: true, nullable: ['ended_at'] });
const LOCKED: Statement<StoredPayment> = statement('payment.locked', `${PAYMENT} FOR UPDATE`, {
  prepared: true,
  nullable: ['ended_at'],
});

/** Returns the client's payment; null if there is none with this id. */
export async function findPayment(trx: Trx, clientId: number, id: number): Promise<StoredPayment | null> {
  const [found] = await run(trx, READ, [clientId, id]);
  return found ?? null;
}

/** Locks and returns the client's payment. Lock the payment before its orders, to avoid deadlocks. */
export async function lockPayment(trx: Trx, clientId: number, id: number): Promise<StoredPayment | null> {
  const [found] = await run(trx, LOCKED, [clientId, id]);
  return found ?? null;
}

/** An order in a payment. */
export interface PaidOrder {
  order_pk: number;
  order_id: string;
  tracking_id: string;
  delivery_mode: number;
  amount_cents: number;
}

const PAID_ORDERS: Statement<PaidOrder> = statement(
  'payment.paid-orders',
  `SELECT l.order_pk, l.order_id, l.tracking_id, o.delivery_mode, l.amount_cents
   FROM merchant_order_lines l JOIN orders o ON o.client_id = $1 AND o.id = l.order_pk
   WHERE l.client_id = $1 AND l.merchant_order_id = $2 ORDER BY l.n`,
);

/** Returns the orders of a payment, in the sequence in which they were chosen. */
export function paidOrders(trx: Trx, clientId: number, id: number): Promise<PaidOrder[]> {
  return run(trx, PAID_ORDERS, [clientId, id]);
}

const HAS_ENDED_ORDER = statement(
  'payment.has-ended-order',
  `SELECT EXISTS (
   SELECT FROM shipments WHERE client_id = $1 AND order_pk = ANY ($2::bigint[])
   GROUP BY order_pk HAVING bool_and(coalesce(state_code = ANY ($3), false))) AS ended`,
);

/** Returns whether all shipments of one of these orders have ended: then there is nothing to pay for. */
export async function hasEndedOrder(trx: Trx, clientId: number, orderIds: readonly number[]): Promise<boolean> {
  const [row] = await run(trx, HAS_ENDED_ORDER, [clientId, orderIds, FINAL_STATES]);
  return row?.ended ?? false;
}

const FIND_CHOSEN_ORDERS = statement(
  'payment.find-chosen-orders',
  `SELECT id, order_id, tracking_id FROM orders WHERE client_id = $1 AND id = ANY($2::bigint[])
   UNION SELECT id, order_id, tracking_id FROM orders WHERE client_id = $1 AND tracking_id = ANY($3::text[])`,
);

/** Returns the client's orders with these numeric ids or tracking ids. */
export function findChosenOrders(
  trx: Trx,
  clientId: number,
  { ids, trackings }: { ids: readonly number[]; trackings: readonly string[] },
): Promise<{ id: number; order_id: string; tracking_id: string }[]> {
  return run(trx, FIND_CHOSEN_ORDERS, [clientId, ids, trackings]);
}

export interface NewPayment {
  amountCents: number;
  begunBy: number;
  now: Date;
  nextPollAt: Date;
  lines: readonly { order_pk: number; order_id: string; tracking_id: string; amount_cents: number }[];
}

const INSERT_PAYMENT = statement(
  'payment.insert-payment',
  `INSERT INTO merchant_orders (client_id, amount_cents, begun_by, created_at, updated_at, next_poll_at)
   VALUES ($1, $2, $3, $4, $4, $5) RETURNING id`,
);

/** Inserts an open payment and links its orders, which must be locked. @returns the payment's id */
export async function insertPayment(trx: Trx, clientId: number, payment: NewPayment): Promise<number> {
  const { amountCents, begunBy, now, nextPollAt, lines } = payment;
  const [made] = await run(trx, INSERT_PAYMENT, [clientId, amountCents, begunBy, now, nextPollAt]);
  const id = made?.id ?? 0;
  await execute(
    trx,
    `INSERT INTO merchant_order_lines (client_id, merchant_order_id, n, order_pk, order_id, tracking_id, amount_cents)
     SELECT $1, $2, x.n, x.order_pk, x.order_id, x.tracking_id, x.amount_cents
     FROM json_to_recordset($3) AS x (n smallint, order_pk bigint, order_id text, tracking_id text, amount_cents bigint)`,
    [clientId, id, JSON.stringify(lines.map((line, index) => ({ n: index + 1, ...line })))],
  );
  queueWrite(
    trx,
    `UPDATE orders SET merchant_order_id = $2, merchant_order_state = ${PENDING}, init_point = NULL
     WHERE client_id = $1 AND id = ANY($3::bigint[])`,
    [clientId, id, lines.map(({ order_pk }) => order_pk)],
  );
  return id;
}

/** Queues writing the checkout of an open payment, on the payment and on its orders. */
export function writeCheckout(
  trx: Trx,
  clientId: number,
  id: number,
  { preferenceId, initPoint, now }: { preferenceId: string; initPoint: string; now: Date },
): void {
  queueWrite(
    trx,
    `UPDATE merchant_orders SET preference_id = $3, init_point = $4, updated_at = greatest(updated_at, $5)
     WHERE client_id = $1 AND id = $2`,
    [clientId, id, preferenceId, initPoint, now],
  );
  queueWrite(trx, 'UPDATE orders SET init_point = $3 WHERE client_id = $1 AND merchant_order_id = $2', [
    clientId,
    id,
    initPoint,
  ]);
}

/** Queues writing the id of a checkout that was created after its payment was cancelled, so that it can be expired. */
export function writeLateCheckout(trx: Trx, clientId: number, id: number, preferenceId: string): void {
  queueWrite(trx, 'UPDATE merchant_orders SET preference_id = $3 WHERE client_id = $1 AND id = $2', [
    clientId,
    id,
    preferenceId,
  ]);
}

/** Queues the cancellation of an open payment. Its orders must be locked and become payable again. */
export function writeCancelled(trx: Trx, clientId: number, id: number, now: Date): void {
  queueWrite(
    trx,
    `UPDATE merchant_orders SET state = ${CANCELLED}, cancelled_at = $3, updated_at = greatest(updated_at, $3)
     WHERE client_id = $1 AND id = $2`,
    [clientId, id, now],
  );
  queueWrite(trx, 'UPDATE merchant_order_lines SET active = false WHERE client_id = $1 AND merchant_order_id = $2', [
    clientId,
    id,
  ]);
  queueWrite(
    trx,
    `UPDATE orders SET merchant_order_state = ${CANCELLED} WHERE client_id = $1 AND merchant_order_id = $2`,
    [clientId, id],
  );
}

/** Queues the confirmation of an open payment. Its orders must be locked. */
export function writeConfirmed(
  trx: Trx,
  clientId: number,
  id: number,
  { paymentId, now }: { paymentId: string; now: Date },
): void {
  queueWrite(
    trx,
    `UPDATE merchant_orders SET state = ${CONFIRMED}, payment_id = $3, confirmed_at = $4, updated_at = greatest(updated_at, $4)
     WHERE client_id = $1 AND id = $2`,
    [clientId, id, paymentId, now],
  );
  queueWrite(
    trx,
    `UPDATE orders SET merchant_order_state = ${CONFIRMED}, paid_at = $3 WHERE client_id = $1 AND merchant_order_id = $2`,
    [clientId, id, now],
  );
}

const FIND_UNPAID_SHIPMENTS = statement(
  'payment.find-unpaid-shipments',
  `SELECT order_pk, label FROM shipments
   WHERE client_id = $1 AND order_pk = ANY($2::bigint[]) AND state_code = 'pendiente_pago'`,
);

/** Returns the labels of the orders' shipments that wait for payment. */
export function findUnpaidShipments(
  trx: Trx,
  clientId: number,
  orderIds: readonly number[],
): Promise<{ order_pk: number; label: string }[]> {
  return run(trx, FIND_UNPAID_SHIPMENTS, [clientId, orderIds]);
}

/**
 * Claims the poll that is due at `due`, and schedules the next one.
 * @returns false if another job has claimed it
 */
export async function claimPoll(
  trx: Trx,
  clientId: number,
  id: number,
  { due, next }: { due: Date; next: Date | null },
): Promise<boolean> {
  const claimed = await execute(
    trx,
    `UPDATE merchant_orders SET next_poll_at = $4 WHERE client_id = $1 AND id = $2 AND next_poll_at <= $3`,
    [clientId, id, due, next],
  );
  return claimed > 0;
}

/**
 * Records an unverified payment notification.
 *
 * @returns false if the payment isn't open, or if a notification was recorded after `since`
 */
export async function recordUnverifiedNotification(
  trx: Trx,
  clientId: number,
  id: number,
  { now, since }: { now: Date; since: Date },
): Promise<boolean> {
  const recorded = await execute(
    trx,
    `UPDATE merchant_orders SET unverified_notification_at = $3
     WHERE client_id = $1 AND id = $2 AND state = ${PENDING} AND (unverified_notification_at IS NULL OR unverified_notification_at <= $4)`,
    [clientId, id, now, since],
  );
  return recorded > 0;
}

const FIND_PAYMENT_OWNER = statement('payment.find-payment-owner', 'SELECT find_merchant_order($1) AS client_id', {
  nullable: ['client_id'],
});

/** Returns the client id of the payment with our id; null if there is none. */
export async function findPaymentOwner(trx: Trx, id: number): Promise<number | null> {
  const [found] = await run(trx, FIND_PAYMENT_OWNER, [id]);
  return found?.client_id ?? null;
}

const FIND_ATTEMPT_OWNER = statement(
  'payment.find-attempt-owner',
  'SELECT client_id, merchant_order_id FROM find_provider_payment($1) WHERE client_id IS NOT NULL',
);

/** Returns the client and payment of the provider's attempt id; null if the attempt was never read. */
export async function findAttemptOwner(
  trx: Trx,
  paymentId: string,
): Promise<{ client_id: number; merchant_order_id: number } | null> {
  const [found] = await run(trx, FIND_ATTEMPT_OWNER, [paymentId]);
  return found ?? null;
}
