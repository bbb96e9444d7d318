import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/deps.ts';
import { addMissingFingerprints, refreshFlags } from '#server/features/order/order-refresh.ts';
import { type EditedReceiver, writeProvince, writeReceiver } from './modification.store.ts';
import { editedProvince } from './receiver.ts';

/**
 * Lets a locked order follow its request: with the new receiver where it is approved (`after`), and with flags and time
 * of change in any case.
 */
export async function applyModification(
  deps: Deps,
  trx: Trx,
  clientId: number,
  { orderId, after, now }: { orderId: number; after: EditedReceiver | null; now: Date },
): Promise<void> {
  const province = after && editedProvince(after);
  if (after) await addMissingFingerprints(trx, clientId, orderId);
  if (after) await writeReceiver(trx, clientId, orderId, after, province);
  await refreshFlags(trx, clientId, [orderId], now);
  // Last, because whoever creates an order also counts it before its shipments.
  if (after) await writeProvince(trx, clientId, orderId, province, now);
  deps.bus.tell(trx, clientId, { kind: 'order', id: orderId });
}
