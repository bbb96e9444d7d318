import type { Trx } from '#server/db/connection.ts';
import { Failure } from '#shared/http/failure.ts';
import { parseShipmentState, type ShipmentStateCode, shipmentState } from '#shared/rules/shipment-states.ts';
import { applyMovements, type Movement, type Outcome } from './apply-movements.ts';
import type { Deps } from './deps.ts';
import { findPaymentsOfEndedOrders } from './ended-orders.store.ts';
import { findRecordedEvents, findShipmentsWithHistory, writeMovements } from './move-shipments.store.ts';
import { lockOrders, refreshFlags } from './order-flags.ts';
import { endedOrderPayments } from './payment-queues.ts';
import { lockStock } from './stock.store.ts';
import { syncFulfillment, usesWarehouse } from './sync-fulfillment.ts';

export { type Movement, type Outcome, UNKNOWN_SHIPMENT } from './apply-movements.ts';

/**
 * The one door through which the state of a shipment changes: by events, by its sender, by a payment. Appends to the
 * histories in true time order and lets everything follow in the same transaction: states, flags, prices, counters, stock,
 * and word to the open portals. Each movement is taken or refused by itself (`placeEvent`); the outcomes come in the given
 * order.
 */
export async function moveShipments(
  deps: Deps,
  trx: Trx,
  clientId: number,
  movements: readonly Movement[],
): Promise<Outcome[]> {
  // Not awaited, so that it leaves with the first reads: what they read behind the locks was committed before.
  const locked = lockOrders(trx, clientId, [...new Set(movements.map(({ orderId }) => orderId))]);
  const [outcomes] = await Promise.all([moveLockedShipments(deps, trx, clientId, movements), locked]);
  return outcomes;
}

/** Moves shipments of orders that the transaction has locked. */
async function moveLockedShipments(
  deps: Deps,
  trx: Trx,
  clientId: number,
  movements: readonly Movement[],
): Promise<Outcome[]> {
  const now = deps.clock();
  const [shipments, recorded] = await Promise.all([
    findShipmentsWithHistory(trx, clientId, earliestByLabel(movements, now)),
    findRecordedEvents(
      trx,
      clientId,
      movements.map(({ eventId }) => eventId).filter((id) => id !== null),
    ),
  ]);
  const { outcomes, entries, moved } = applyMovements(movements, shipments, recorded, now);
  if (moved.length === 0) return outcomes;
  // Most parcels never see the warehouse, and needn't ask it.
  const warehoused = new Set(shipments.filter(usesWarehouse).map(({ order_pk }) => order_pk));
  // Before anything is written: a new order with the number of one that is cancelled here holds the stock and waits for us.
  if (moved.some(({ order_pk }) => warehoused.has(order_pk))) lockStock(trx, clientId);
  writeMovements(trx, clientId, entries, moved, now);
  const changed = [...new Set(moved.map(({ order_pk }) => order_pk))];
  await refreshFlags(trx, clientId, changed, now);
  const fulfilled = changed.filter((id) => warehoused.has(id));
  await syncFulfillment(deps, trx, clientId, fulfilled, now);
  if (moved.some(({ state_code }) => state_code !== null && shipmentState(state_code).final)) {
    for (const id of await findPaymentsOfEndedOrders(trx, clientId, changed)) {
      await deps.jobs.enqueue(trx, endedOrderPayments, { clientId, id });
    }
  }
  for (const id of changed) deps.bus.publish(trx, clientId, { kind: 'order', id });
  for (const { id } of moved) deps.bus.publish(trx, clientId, { kind: 'shipment', id });
  return outcomes;
}

/** Each label once, with the earliest moment that is told of it. */
function earliestByLabel(movements: readonly Movement[], now: Date): { label: string; since: Date }[] {
  const since = new Map<string, Date>();
  for (const { label, at } of movements) {
    const [moment, known] = [at ?? now, since.get(label)];
    if (!known || moment < known) since.set(label, moment);
  }
  return [...since].map(([label, moment]) => ({ label, since: moment }));
}

/**
 * Applies what a sender does to shipments of one order, now: all of them take the state, or none does. The caller has
 * locked the order and decided by the actions' rules.
 *
 * @throws Failure 422 with the reason where a history has no place for it
 */
export async function moveBySender(
  deps: Deps,
  trx: Trx,
  clientId: number,
  { orderId, labels, state }: { orderId: number; labels: readonly string[]; state: ShipmentStateCode },
): Promise<void> {
  const move = {
    orderId,
    state: parseShipmentState(state),
    at: null,
    reason: null,
    eventId: null,
    by: 'sender',
  } as const;
  const outcomes = await moveLockedShipments(
    deps,
    trx,
    clientId,
    labels.map((label) => ({ label, ...move })),
  );
  for (const outcome of outcomes) if (outcome.result === 'refused') throw new Failure(422, outcome.reason);
}
