import type { Config } from '#server/config/config.ts';
import type { Trx } from '#server/db/connection.ts';
import { deleteIdempotencyKey, runIdempotent } from '#server/db/idempotency.ts';
import type { Deps } from '#server/integrations/deps.ts';
import {
  type CreatedCheckout,
  type PaymentProvider,
  PaymentProviderError,
} from '#server/integrations/payment/payment-provider.ts';
import { enqueueCheckoutExpiration, FIRST_POLL_AFTER_S, paymentPolls } from '#server/money/domain/payment-queues.ts';
import { lockOrders, readOrderFacts, refreshFlags } from '#server/orders/domain/flags/order-flags.ts';
import { parseOrderKey } from '#server/orders/domain/row-keys.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { violatedUniqueKey } from '#server/platform/unique-violation.ts';
import { exactSum } from '#shared/kit/amount.ts';
import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { money, pluralize } from '#shared/kit/text/format.ts';
import type { createPayment } from '#shared/money/payments.ts';
import { PENDING } from '#shared/money/rules/payments.ts';
import { orderActions } from '#shared/orders/rules/order-actions.ts';
import { cancelIfPending } from './cancel-pending-payment.ts';
import {
  findChosenOrders,
  findPayment,
  insertPayment,
  lockPayment,
  paidOrders,
  type StoredPayment,
  writeCheckout,
  writeLateCheckout,
} from './payment.store.ts';

const OFF = 'Los pagos en línea no están habilitados por el momento';
const NO_ANSWER =
  'Mercado Pago no respondió, así que el pago no se generó. Las órdenes siguen pendientes: probá de nuevo en unos minutos';
const CANCELLED_MEANWHILE = 'El pago se canceló mientras se generaba';

/**
 * Begins one payment of several orders (readings C26, C42). A first transaction inserts the payment, then the checkout
 * is created at the provider outside of any transaction, and a second transaction stores its address. If the provider
 * doesn't answer, the payment is cancelled and its orders become payable again.
 *
 * @param chosen numeric ids or tracking ids
 * @param key the sender's idempotency key, or null; reusable if the checkout could not be created
 * @throws Failure 404 for orders that don't belong to the client, 422 with the reason if an order can't be paid, 503 if
 *   the provider doesn't answer
 */
export async function beginPayment(
  deps: Deps,
  caller: Caller,
  chosen: readonly string[],
  key: string | null,
): Promise<ReplyOf<typeof createPayment>> {
  const { payments } = deps;
  if (!payments) throw new Failure(503, OFF, [], { code: 'unavailable' });
  const { clientId } = caller;
  const write = { clientId, key, call: 'POST /v1/client/merchant_order/', body: { orders: chosen } };
  const { id } = await runIdempotent(deps.db, write, (trx) => insertPendingPayment(deps, trx, caller, chosen)).catch(
    rethrowAsConflict,
  );
  return createCheckout(deps, payments, clientId, id, key);
}

/** Reports two concurrent payments of one order as a Failure 422. The unique index catches them if the lock doesn't. */
function rethrowAsConflict(error: unknown): never {
  if (violatedUniqueKey(error) === 'one_active_payment')
    throw new Failure(422, 'Una de las órdenes ya tiene un pago generado');
  throw error;
}

async function insertPendingPayment(deps: Deps, trx: Trx, { clientId, userId }: Caller, chosen: readonly string[]) {
  const orders = await chosenOrders(trx, clientId, chosen);
  const ids = orders.map(({ id }) => id);
  await lockOrders(trx, clientId, ids);
  const stored = new Map((await readOrderFacts(trx, clientId, ids)).map((order) => [order.id, order]));
  const lines = orders.map(({ id, order_id, tracking_id }) => {
    const { facts, rate_cents } = stored.get(id) ?? refuse(404, messages.notFound);
    const { can_generate_merchant_order: allowed } = orderActions(facts);
    if (!allowed.allowed) refuse(422, orders.length > 1 ? `Orden ${order_id}: ${allowed.reason}` : allowed.reason);
    return { order_pk: id, order_id, tracking_id, amount_cents: rate_cents };
  });
  const amountCents = exactSum(...lines.map(({ amount_cents }) => amount_cents));
  if (amountCents <= 0) refuse(422, 'Las órdenes elegidas no tienen nada para pagar');
  const now = deps.clock();
  const nextPollAt = new Date(now.getTime() + FIRST_POLL_AFTER_S * 1000);
  const id = await insertPayment(trx, clientId, { amountCents, begunBy: userId, now, nextPollAt, lines });
  await refreshFlags(trx, clientId, ids, now);
  await deps.jobs.enqueue(trx, paymentPolls, { clientId, id }, FIRST_POLL_AFTER_S);
  const trackingIds = lines.map(({ tracking_id }) => tracking_id);
  deps.events.record(trx, clientId, 'payment.begun', { id, orderIds: ids, trackingIds });
  return { id };
}

function refuse(status: number, message: string): never {
  throw new Failure(status, message);
}

/** Returns the distinct orders, in the sequence of `chosen`. */
async function chosenOrders(trx: Trx, clientId: number, chosen: readonly string[]) {
  const keys = chosen.map(parseOrderKey);
  const found = await findChosenOrders(trx, clientId, {
    ids: keys.flatMap(({ column, value }) => (column === 'id' ? Number(value) : [])),
    trackings: keys.flatMap(({ column, value }) => (column === 'tracking_id' ? String(value) : [])),
  });
  const orders = keys.map(({ column, value }) => found.find((order) => order[column] === value));
  if (orders.includes(undefined)) throw new Failure(404, messages.notFound);
  return [...new Set(orders as typeof found)];
}

/** Returns the title that the payer sees in the provider's checkout. */
export function checkoutTitle({ BRAND_NAME }: Pick<Config, 'BRAND_NAME'>, orders: number): string {
  return `${BRAND_NAME}: ${pluralize(orders, 'orden', 'órdenes')}`;
}

/** Creates and stores the payment's checkout. A request that is repeated concurrently creates the same checkout. */
async function createCheckout(
  deps: Deps,
  payments: PaymentProvider,
  clientId: number,
  id: number,
  key: string | null,
): Promise<ReplyOf<typeof createPayment>> {
  const { payment, orders } = await deps.db.withClient(clientId, async (trx) => ({
    payment: (await findPayment(trx, clientId, id)) ?? refuse(404, messages.notFound),
    orders: await paidOrders(trx, clientId, id),
  }));
  if (payment.init_point !== null) return paymentReply(payment, payment.init_point);
  if (payment.state !== PENDING) throw new Failure(422, CANCELLED_MEANWHILE);
  const title = checkoutTitle(deps.config, orders.length);
  let checkout: CreatedCheckout;
  try {
    checkout = await payments.begin({ reference: String(id), title, amountCents: payment.amount_cents });
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    deps.log.warn({ clientId, payment: id, code: error.code }, 'the checkout of a payment could not be created');
    await abandonPayment(deps, clientId, id, key);
    throw new Failure(503, NO_ANSWER, [], { code: 'unavailable' });
  }
  return storeCheckout(deps, clientId, payment, checkout);
}

function abandonPayment(deps: Deps, clientId: number, id: number, key: string | null): Promise<void> {
  return deps.db.withClient(clientId, async (trx) => {
    await cancelIfPending(deps, trx, { clientId, id, bySender: false });
    if (key !== null) deleteIdempotencyKey(trx, clientId, key);
  });
}

/** Stores the checkout in the second transaction. Expires the checkout if the payment was cancelled in the meantime. */
async function storeCheckout(
  deps: Deps,
  clientId: number,
  { id }: StoredPayment,
  { preferenceId, initPoint }: CreatedCheckout,
) {
  const stored = await deps.db.withClient(clientId, async (trx) => {
    const payment = await lockPayment(trx, clientId, id);
    if (payment?.state !== PENDING) {
      writeLateCheckout(trx, clientId, id, preferenceId);
      await enqueueCheckoutExpiration(deps, trx, { clientId, id });
      return null;
    }
    if (payment.init_point !== null) return { ...payment, initPoint: payment.init_point };
    const orders = (await paidOrders(trx, clientId, id)).map(({ order_pk }) => order_pk);
    await lockOrders(trx, clientId, orders);
    writeCheckout(trx, clientId, id, { preferenceId, initPoint, now: deps.clock() });
    await refreshFlags(trx, clientId, orders);
    deps.events.record(trx, clientId, 'payment.checkout_created', { id, orderIds: orders });
    return { ...payment, initPoint };
  });
  if (!stored) throw new Failure(422, CANCELLED_MEANWHILE);
  return paymentReply(stored, stored.initPoint);
}

function paymentReply({ id, amount_cents }: StoredPayment, initPoint: string) {
  const amount = amount_cents / 100;
  return { message: `Se generó el pago de ${money(amount)}`, results: { id, init_point: initPoint, amount } };
}
