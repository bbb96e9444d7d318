import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { endedOrderPayments } from '#server/money/domain/payment-queues.ts';
import { readCalendar } from '#server/orders/domain/calendar.store.ts';
import { lockOrders, refreshFlags } from '#server/orders/domain/flags/order-flags.ts';
import { DOUBTFUL_MEASUREMENT, refreshMeasuredCosts } from '#server/orders/domain/measured-costs.ts';
import { lockClient } from '#server/people/domain/client-lock.store.ts';
import { syncFulfillment, usesWarehouse } from '#server/warehouse/domain/sync-fulfillment.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { changesResult } from '#shared/orders/rules/due/delivery-result.ts';
import { type CountedDay, pastCollection } from '#shared/orders/rules/due/promise.ts';
import {
  parseShipmentState,
  type ShipmentStateCode,
  shipmentState,
} from '#shared/orders/rules/shipment/shipment-states.ts';
import type { Calendar } from '#shared/provider/rules/working-days.ts';
import { type AppliedMovements, applyMovements, type Movement, type Outcome } from './apply-movements.ts';
import { refreshDeliveryResults } from './delivery-results.ts';
import { findPaymentsOfEndedOrders } from './ended-orders.store.ts';
import { findRecordedEvents, findShipmentsWithHistory, writeMovements } from './move-shipments.store.ts';
import { makePromises } from './promises.ts';

export { type Movement, type Outcome, UNKNOWN_SHIPMENT } from './apply-movements.ts';

/**
 * Changes the state of shipments: by events of the provider, by their sender, by a payment. Only a correction of an event
 * (`correctEvent`) changes it otherwise. Inserts
 * the movements into the histories by their time and updates all that depends on them in the same transaction: states,
 * flags, prices, counters and stock; records the change. Each movement is recorded or refused independently
 * (`findEventPosition`).
 *
 * @returns one outcome per movement, in the given order
 */
export async function moveShipments(
  deps: Deps,
  trx: Trx,
  clientId: number,
  movements: readonly Movement[],
): Promise<Outcome[]> {
  // Not awaited, so that the lock and the first reads take one round trip. The reads run after the lock is held.
  const locked = lockOrders(trx, clientId, [...new Set(movements.map(({ orderId }) => orderId))]);
  const [outcomes] = await Promise.all([moveLockedShipments(deps, trx, clientId, movements), locked]);
  return outcomes;
}

/**
 * Does the same as `moveShipments` for shipments whose orders the transaction has locked.
 *
 * @param known the calendar, if the transaction has read it since it locked the orders
 */
export async function moveLockedShipments(
  deps: Deps,
  trx: Trx,
  clientId: number,
  movements: readonly Movement[],
  known: Calendar | null = null,
): Promise<Outcome[]> {
  const now = deps.clock();
  const [shipments, recorded, calendar] = await Promise.all([
    findShipmentsWithHistory(trx, clientId, earliestByLabel(movements, now)),
    findRecordedEvents(
      trx,
      clientId,
      movements.flatMap(({ label, eventId }) => (eventId === null ? [] : [{ label, event_id: eventId }])),
    ),
    known ?? readCalendar(trx),
  ]);
  const { outcomes, entries, moved } = applyMovements(movements, shipments, recorded, now);
  if (moved.length === 0) return outcomes;
  // Most shipments don't come from the warehouse and skip its queries.
  const warehoused = new Set(shipments.filter(usesWarehouse).map(({ order_pk }) => order_pk));
  // Locked before the first write: a concurrent new order that reuses the number of an order cancelled here locks the
  // stock first and then waits for this transaction. Writing before locking would deadlock.
  if (moved.some(({ order_pk }) => warehoused.has(order_pk))) lockClient(trx, clientId);
  writeMovements(trx, clientId, entries, moved, now);
  const measured = entries.filter((entry) => entry.measured !== null).map(({ shipment_id }) => shipment_id);
  const resulting = resultingShipments(moved, entries);
  const promised = new Set(shipments.flatMap(({ id, promised }) => (promised ? id : [])));
  const unpromised = moved.filter(({ id }) => !promised.has(id));
  const settled = { moved, unpromised, warehoused, resulting, measured };
  const doubtful = await settleMovements(deps, trx, clientId, settled, { now, calendar });
  const labels = new Set(shipments.filter(({ id }) => doubtful.has(id)).map(({ label }) => label));
  return outcomes.map((outcome, index): Outcome => {
    const { label = '', measured: sent = null } = movements[index] ?? {};
    const waits = outcome.result === 'recorded' && sent !== null && labels.has(label);
    return waits ? { result: 'recorded', reason: DOUBTFUL_MEASUREMENT } : outcome;
  });
}

/** Returns the ids of shipments whose results may change: a late event can change the result of an ended shipment. */
function resultingShipments(moved: AppliedMovements['moved'], entries: AppliedMovements['entries']): number[] {
  const ended = moved.filter(({ state_code }) => changesResult(state_code)).map(({ id }) => id);
  const failed = entries.filter(({ state_code }) => changesResult(state_code)).map(({ shipment_id }) => shipment_id);
  return [...new Set([...ended, ...failed])];
}

/**
 * Updates everything that depends on the states of shipments whose orders are locked and whose movements are queued:
 * promises, results of deliveries, flags, prices, stock and payments of ended orders. Records the change.
 *
 * @param moves.unpromised shipments that may have no promise yet
 * @param moves.warehoused orders that the warehouse prepares; the stock must be locked if one of them moved
 * @param moves.resulting shipments whose results of delivery may have changed
 * @param moves.measured shipments whose last measurement may have changed
 * @returns ids of those whose measurement waits for a person
 */
export async function settleMovements(
  deps: Deps,
  trx: Trx,
  clientId: number,
  { moved, unpromised, warehoused, resulting, measured }: SettledMoves,
  { now, calendar }: { now: Date; calendar: Calendar },
): Promise<ReadonlySet<number>> {
  const changed = [...new Set(moved.map(({ order_pk }) => order_pk))];
  await makePromises(trx, clientId, collections(unpromised), calendar);
  const doubtful = await refreshMeasuredCosts(trx, clientId, measured);
  await refreshDeliveryResults(trx, clientId, resulting, calendar);
  await refreshFlags(trx, clientId, changed, now, calendar);
  const fulfilled = changed.filter((id) => warehoused.has(id));
  await syncFulfillment(deps, trx, clientId, fulfilled, now);
  if (moved.some(({ state_code }) => state_code !== null && shipmentState(state_code).final)) {
    for (const id of await findPaymentsOfEndedOrders(trx, clientId, changed)) {
      await deps.jobs.enqueue(trx, endedOrderPayments, { clientId, id });
    }
  }
  const shipments = moved.map(({ id, order_pk, state_code }) => ({ id, orderId: order_pk, state: state_code }));
  deps.events.record(trx, clientId, 'shipment.moved', { shipments });
  return doubtful;
}

/** Returns the collections of shipments, which may have no promise yet. */
function collections(moved: AppliedMovements['moved']): { id: number; collection: CountedDay }[] {
  return moved.flatMap(({ id, collected_on }) =>
    collected_on === null ? [] : [{ id, collection: pastCollection(collected_on) }],
  );
}

interface SettledMoves {
  moved: AppliedMovements['moved'];
  unpromised: AppliedMovements['moved'];
  warehoused: ReadonlySet<number>;
  resulting: readonly number[];
  measured: readonly number[];
}

/** Returns each label once, with the earliest time of its movements. */
function earliestByLabel(movements: readonly Movement[], now: Date): { label: string; since: Date }[] {
  const since = new Map<string, Date>();
  for (const { label, at } of movements) {
    const [moment, known] = [at ?? now, since.get(label)];
    if (!known || moment < known) since.set(label, moment);
  }
  return [...since].map(([label, moment]) => ({ label, since: moment }));
}

/**
 * Moves shipments of one order by their sender, now: all of them or none. The caller has locked the order and checked
 * the rules of the action.
 *
 * @throws Failure 422 with the reason if a shipment's history doesn't allow the state
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
    actor: { kind: 'portal', name: null },
  } as const;
  const outcomes = await moveLockedShipments(
    deps,
    trx,
    clientId,
    labels.map((label) => ({ label, ...move })),
  );
  for (const outcome of outcomes) if (outcome.result === 'refused') throw new Failure(422, outcome.reason);
}
