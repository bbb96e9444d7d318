import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { readCalendar } from '#server/orders/domain/calendar.store.ts';
import { addMissingFingerprints, refreshFlags } from '#server/orders/domain/flags/order-flags.ts';
import { refreshMeasuredCostsOfOrder } from '#server/orders/domain/measured-costs.ts';
import { moveDeliveryResults } from '#server/orders/domain/movement/delivery-results.store.ts';
import { countedDay, daysAfterCollection, nextCollection } from '#shared/orders/rules/due/promise.ts';
import { provinceColumns } from '#shared/orders/rules/place/zip-province.ts';
import { writeDestination } from './address-price.store.ts';
import type { NewDestination } from './address-price.ts';
import { type EditedReceiver, writeProvince, writeReceiver } from './modification.store.ts';

/** The change that an approved request writes besides prices: the receiver, and the destination if it changed. */
export interface ReceiverChange {
  receiver: EditedReceiver;
  destination: NewDestination | null;
}

/**
 * Updates a locked order after a request: writes the new receiver if the request is approved (`change`), promises another
 * day for a new destination, and refreshes flags and time of change in any case.
 */
export async function applyModification(
  deps: Deps,
  trx: Trx,
  clientId: number,
  { orderId, change, now }: { orderId: number; change: ReceiverChange | null; now: Date },
): Promise<void> {
  if (change) await addMissingFingerprints(trx, clientId, orderId);
  if (change) await writeReceiver(trx, clientId, orderId, change.receiver);
  if (change?.destination) {
    const place = provinceColumns({ state: change.receiver.address_state }, change.destination.place);
    const collection = nextCollection(now, deps.config.COLLECTION_CUTOFF);
    const promise = daysAfterCollection(collection, change.destination.days.maxDays);
    const promisedOn = countedDay(promise, await readCalendar(trx));
    await writeDestination(trx, clientId, orderId, place, { ...change.destination, promise, promisedOn });
  }
  await refreshModified(trx, clientId, { orderId, moved: change !== null, now });
}

/** Refreshes everything that depends on a changed order. @param moved whether its receiver was written */
export async function refreshModified(
  trx: Trx,
  clientId: number,
  { orderId, moved, now }: { orderId: number; moved: boolean; now: Date },
): Promise<void> {
  await refreshFlags(trx, clientId, [orderId], now);
  // Last, to lock counters in the order in which the creation of an order does: orders before shipments.
  if (moved) {
    await refreshMeasuredCostsOfOrder(trx, clientId, orderId);
    await writeProvince(trx, clientId, orderId, now);
    moveDeliveryResults(trx, clientId, orderId);
  }
}
