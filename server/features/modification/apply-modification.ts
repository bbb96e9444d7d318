import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/domain/deps.ts';
import { addMissingFingerprints, refreshFlags } from '#server/domain/order-flags.ts';
import { storedPlace } from '#shared/rules/zip-province.ts';
import { writePlace } from './address-price.store.ts';
import type { MovedPlace } from './address-price.ts';
import { type EditedReceiver, writeProvince, writeReceiver } from './modification.store.ts';

/** What an approved request writes beside prices: the receiver, and its place where that changed. */
export interface Change {
  receiver: EditedReceiver;
  moved: MovedPlace | null;
}

/**
 * Lets a locked order follow its request: with the new receiver where it is approved (`change`), and with flags and time
 * of change in any case.
 */
export async function applyModification(
  deps: Deps,
  trx: Trx,
  clientId: number,
  { orderId, change, now }: { orderId: number; change: Change | null; now: Date },
): Promise<void> {
  if (change) await addMissingFingerprints(trx, clientId, orderId);
  if (change) await writeReceiver(trx, clientId, orderId, change.receiver);
  if (change?.moved) {
    const place = storedPlace({ state: change.receiver.address_state }, change.moved.place);
    await writePlace(trx, clientId, orderId, place, change.moved);
  }
  await refreshFlags(trx, clientId, [orderId], now);
  // Last, because whoever creates an order also counts it before its shipments.
  if (change) await writeProvince(trx, clientId, orderId, now);
  deps.bus.tell(trx, clientId, { kind: 'order', id: orderId });
}
