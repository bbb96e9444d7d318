import type { Trx } from '#server/db/connection.ts';
import { readCalendar } from '#server/orders/domain/calendar.store.ts';
import type { RowKey } from '#server/orders/domain/row-keys.ts';
import type { Day } from '#shared/kit/days.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { countedDay } from '#shared/orders/rules/due/promise.ts';
import { isPrinted, type OrderFacts, orderActions, type ShipmentFacts } from '#shared/orders/rules/order-actions.ts';
import { deriveOrderState } from '#shared/orders/rules/order-state.ts';
import { shipmentActions } from '#shared/orders/rules/shipment/shipment-actions.ts';
import { stateGroup } from '#shared/orders/rules/state-group.ts';
import type { Calendar } from '#shared/provider/rules/working-days.ts';
import {
  lockOrder,
  type OrderFlags,
  type OrderIdentifiers,
  readOrderFacts,
  type ShipmentFlags,
  type StoredOrder,
  type StoredPromise,
  writeFlags,
} from './order-flags.store.ts';
import { syncOrderItems } from './order-items.ts';

export { addMissingFingerprints, readOrderFacts } from './order-flags.store.ts';
export { lockOrders } from './order-locks.store.ts';

/** Derives the flag columns of an order by the shared rules. */
export function orderFlags(order: OrderFacts): OrderFlags {
  const actions = orderActions(order);
  return {
    order_state: deriveOrderState(order),
    state_group: stateGroup(order),
    printed: isPrinted(order.shipments),
    printable: actions.printable.allowed,
    payable: actions.payable.allowed,
    can_generate_merchant_order: actions.can_generate_merchant_order.allowed,
    can_request_edit: actions.can_request_edit.allowed,
    cancellable: actions.cancellable.allowed,
  };
}

/** Derives the flag columns of a shipment by the shared rules. */
export function shipmentFlags(shipment: ShipmentFacts, order: OrderFacts): ShipmentFlags {
  // Reverse logistics depends on the client's current flag and isn't stored.
  const actions = shipmentActions(shipment, order, { reverseLogistics: false });
  return {
    printable: actions.printable.allowed,
    cancellable: actions.cancellable.allowed,
    can_return: actions.can_return.allowed,
  };
}

/**
 * Recomputes the columns of orders that depend on their shipments: flags by the shared rules (readings C41), cost
 * (C26), time of cancellation, outdated labels (C50), due dates, and their open items. A writer of those facts locks the orders first and calls this
 * last in the same transaction.
 *
 * @param changedAt time of a change that the sender sees: the order moves up in the list. Null keeps `updated_at`
 * @param known the calendar, if the transaction has read it since it locked the orders
 */
export async function refreshFlags(
  trx: Trx,
  clientId: number,
  orderIds: readonly number[],
  changedAt: Date | null = null,
  known: Calendar | null = null,
): Promise<void> {
  const [stored, calendar] = await Promise.all([readOrderFacts(trx, clientId, orderIds), known ?? readCalendar(trx)]);
  const shipments = stored.flatMap(({ id, facts, shipmentIds, labelsOutdated, promises }) =>
    facts.shipments.map((shipment, index) => ({
      order: id,
      id: shipmentIds[index] ?? 0,
      printed: shipment.printed,
      label_outdated: labelsOutdated[index] ?? false,
      ...promisedDays(promises[index], calendar),
      ...shipmentFlags(shipment, facts),
    })),
  );
  const orders = stored.map(({ id, facts, rate_cents, cancelled_at }) => ({
    id,
    rate_cents,
    cancelled_at,
    due_on: earliest(shipments.filter(({ order }) => order === id).map(({ due_on }) => due_on)),
    ...orderFlags(facts),
  }));
  await Promise.all([
    writeFlags(trx, clientId, orders, shipments, changedAt),
    syncOrderItems(trx, clientId, orderIds, stored, calendar),
  ]);
}

/** Returns the last promised day of a shipment, which follows the calendar while the shipment is awaited. */
function promisedDays(promise: StoredPromise | undefined, calendar: Calendar) {
  const { promisedOn = null, counted = null, awaited = false } = promise ?? {};
  const promised_on = awaited && counted ? countedDay(counted, calendar) : promisedOn;
  return { promised_on, due_on: awaited ? promised_on : null };
}

const earliest = (days: readonly (Day | null)[]): Day | null => days.filter((day) => day !== null).sort()[0] ?? null;

/**
 * Locks the client's order and loads what its flags depend on.
 *
 * @throws Failure 404 for an order that isn't the client's
 */
export async function lockAndLoadOrder(
  trx: Trx,
  clientId: number,
  key: RowKey<'tracking_id' | 'id'>,
): Promise<OrderIdentifiers & StoredOrder> {
  const order = await lockOrder(trx, clientId, key);
  // Read after locking, to see the commit of the transaction that held the lock before.
  const [stored] = order ? await readOrderFacts(trx, clientId, [order.id]) : [];
  if (!order || !stored) throw new Failure(404, messages.notFound);
  return { ...stored, ...order };
}

/**
 * Returns the Spanish reasons why orders, or with `shipmentId` single shipments, may not be printed.
 *
 * @throws Failure 404 for another client's order
 */
export async function printRefusalReasons(
  trx: Trx,
  clientId: number,
  refused: readonly { orderId: number; shipmentId?: number }[],
): Promise<string[]> {
  const stored = await readOrderFacts(trx, clientId, [...new Set(refused.map(({ orderId }) => orderId))]);
  const orders = new Map(stored.map((order) => [order.id, order]));
  return refused.map(({ orderId, shipmentId }) => {
    const order = orders.get(orderId);
    if (!order) throw new Failure(404, messages.notFound);
    const { facts, shipmentIds } = order;
    const shipment = shipmentId === undefined ? undefined : facts.shipments[shipmentIds.indexOf(shipmentId)];
    const { printable } = shipment
      ? shipmentActions(shipment, facts, { reverseLogistics: false })
      : orderActions(facts);
    return printable.allowed ? NOT_YET : printable.reason;
  });
}

/** The order became printable between the check and this read. */
const NOT_YET = 'Probá de nuevo en un momento';
