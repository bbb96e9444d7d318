import type { Trx } from '#server/db/connection.ts';
import { Failure } from '#shared/http/failure.ts';
import { receivedState, type ShipmentStateCode, shipmentState } from '#shared/rules/shipment-states.ts';
import type { Deps } from './deps.ts';
import { paymentsOfEnded } from './ended-orders.store.ts';
import { followOrders, isWarehoused } from './follow-orders.ts';
import { movingShipments, toldEvents, writeMoves } from './move.store.ts';
import { judge, type Movement, type Outcome } from './move-judge.ts';
import { lockOrders, refreshFlags } from './order-flags.ts';
import { withdrawals } from './payment-queues.ts';
import { holdStock } from './stock.store.ts';

export { type Movement, type Outcome, UNKNOWN_SHIPMENT } from './move-judge.ts';

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
  const [outcomes] = await Promise.all([moveLocked(deps, trx, clientId, movements), locked]);
  return outcomes;
}

/** Moves shipments of orders that the transaction has locked. */
async function moveLocked(deps: Deps, trx: Trx, clientId: number, movements: readonly Movement[]): Promise<Outcome[]> {
  const now = deps.clock();
  const [shipments, told] = await Promise.all([
    movingShipments(trx, clientId, earliest(movements, now)),
    toldEvents(
      trx,
      clientId,
      movements.map(({ eventId }) => eventId).filter((id) => id !== null),
    ),
  ]);
  const { outcomes, entries, moved } = judge(movements, shipments, told, now);
  if (moved.length === 0) return outcomes;
  // Most parcels never see the warehouse, and needn't ask it.
  const warehoused = new Set(shipments.filter(isWarehoused).map(({ order_pk }) => order_pk));
  // Before anything is written: a new order with the number of one that is cancelled here holds the stock and waits for us.
  if (moved.some(({ order_pk }) => warehoused.has(order_pk))) holdStock(trx, clientId);
  writeMoves(trx, clientId, entries, moved, now);
  const changed = [...new Set(moved.map(({ order_pk }) => order_pk))];
  await refreshFlags(trx, clientId, changed, now);
  const followed = changed.filter((id) => warehoused.has(id));
  await followOrders(deps, trx, clientId, followed, now);
  if (moved.some(({ state_code }) => state_code !== null && shipmentState(state_code).final)) {
    for (const id of await paymentsOfEnded(trx, clientId, changed)) {
      await deps.jobs.enqueue(trx, withdrawals, { clientId, id });
    }
  }
  for (const id of changed) deps.bus.tell(trx, clientId, { kind: 'order', id });
  for (const { id } of moved) deps.bus.tell(trx, clientId, { kind: 'shipment', id });
  return outcomes;
}

/** Each label once, with the earliest moment that is told of it. */
function earliest(movements: readonly Movement[], now: Date): { label: string; since: Date }[] {
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
  const move = { orderId, state: receivedState(state), at: null, reason: null, eventId: null, by: 'sender' } as const;
  const outcomes = await moveLocked(
    deps,
    trx,
    clientId,
    labels.map((label) => ({ label, ...move })),
  );
  for (const outcome of outcomes) if (outcome.result === 'refused') throw new Failure(422, outcome.reason);
}
