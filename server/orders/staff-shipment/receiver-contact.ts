import type { Deps } from '#server/integrations/deps.ts';
import { findShipment } from '#server/orders/domain/staff-shipment.ts';
import { waitingChanges } from '#server/orders/modification/requested-changes.ts';
import { countReceiverSeen } from '#server/people/domain/mail/receiver-rate-limit.ts';
import type { ProviderCaller } from '#server/platform/http/request/caller.ts';
import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import type * as calls from '#shared/orders/staff-shipment/staff-search.ts';
import { readReceiverContact } from './receiver-contact.store.ts';

/** Receivers whose contact a key may read within an hour. */
const KEY_LIMIT = { name: 'receiver contact', limit: 200 };

/** Reads the contact of a shipment's receiver and the change of it that waits, and records who did, in one row. @throws Failure 404 without such a shipment, 429 */
export async function showReceiverContact(
  deps: Deps,
  caller: ProviderCaller,
  text: string,
): Promise<ReplyOf<typeof calls.showReceiverContact>['results']> {
  await countReceiverSeen(deps, caller, KEY_LIMIT);
  const { clientId, label } = await findShipment(deps.db, text);
  return deps.db.withClient(clientId, async (trx) => {
    const contact = await readReceiverContact(trx, clientId, label);
    if (!contact) throw new Failure(404, messages.notFound);
    const requested = await waitingChanges(trx, clientId, label);
    deps.events.record(trx, clientId, 'receiver.contact_read', { label, modificationId: requested?.id ?? null });
    return { ...contact, requested };
  });
}
