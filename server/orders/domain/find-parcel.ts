import type { Database } from '#server/db/database.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { parseScannedLabel } from '#shared/orders/rules/code/scanned-id.ts';
import { labelOf } from '#shared/orders/rules/code/tracking-id.ts';
import { findOrderOwners, type OrderOwner } from './flags/order-owners.store.ts';

/** The client and the order of a parcel, and its label as it is stored. The order may lack a parcel with this number. */
export interface ParcelKey extends OrderOwner {
  label: string;
}

/**
 * Finds the client and the order of a parcel by a label as typed, pasted or scanned.
 *
 * @throws Failure 404 for a text that isn't a label, and for a label whose order doesn't exist
 */
export async function findParcel(db: Database, text: string): Promise<ParcelKey> {
  const parsed = parseScannedLabel(text, { inGroups: true });
  const owner = parsed && (await findOrderOwners(db, [parsed.trackingId])).get(parsed.trackingId);
  if (!parsed || !owner) throw new Failure(404, messages.notFound);
  return { ...owner, label: labelOf(parsed.trackingId, parsed.n) };
}
