import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { orNotFound } from '#server/orders/domain/provider-decision.ts';
import { countReceiverSeen } from '#server/people/domain/mail/receiver-rate-limit.ts';
import type { ProviderCaller } from '#server/platform/http/request/caller.ts';
import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import type * as calls from '#shared/orders/staff-modifications.ts';
import type { showReceiverContact } from '#shared/orders/staff-shipment/staff-search.ts';
import { requestById, waitingRequest } from './modification.store.ts';
import { changesOf } from './staff-modification.ts';

/** Requests whose whole values a key may read within an hour by this call. */
const KEY_LIMIT = { name: 'requested changes', limit: 200 };

/**
 * Returns the changes of a request with whole values, and records who read them.
 *
 * @throws Failure 404 for an unknown request, 429
 */
export async function showRequestedChanges(
  deps: Deps,
  caller: ProviderCaller,
  { clientId, id }: { clientId: number; id: number },
): Promise<ReplyOf<typeof calls.showRequestedChanges>['results']> {
  await countReceiverSeen(deps, caller, KEY_LIMIT);
  return deps.db.withClient(clientId, async (trx) => {
    const request = orNotFound(await requestById(trx, clientId, id));
    const read = { trackingId: request.tracking_id, modificationId: id };
    deps.events.record(trx, clientId, 'receiver.changes_read', read);
    return { changes: changesOf(request) };
  });
}

/**
 * Returns the changes, with whole values, of the request about a shipment's order that waits for a decision; null
 * without one.
 */
export async function waitingChanges(
  trx: Trx,
  clientId: number,
  label: string,
): Promise<ReplyOf<typeof showReceiverContact>['results']['requested']> {
  const request = await waitingRequest(trx, clientId, label);
  return request && { id: request.id, changes: changesOf(request) };
}
