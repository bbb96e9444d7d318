import { changeInSteps, forEachStep, lastOfFullStep } from '#server/cluster/in-steps.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { maskRequestedOrders } from '#server/people/personal-data/mask-receivers.ts';
import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import {
  type eraseReceiver as eraseCall,
  MAX_COUNTED_ORDERS,
  MAX_NAMED_ORDERS,
  type ReceiverFound,
} from '#shared/people/personal-data.ts';
import { MASKED } from '#shared/people/rules/masked.ts';
import { recordedSearch } from './person-request.ts';
import { countReceiver, maskFailedRows, maskRequests, type Receiver, requestErasure } from './receiver.store.ts';

const MOST = { orders: MAX_COUNTED_ORDERS, named: MAX_NAMED_ORDERS, names: 10 };

/** Orders or rows that one transaction changes. Kept small because other writers wait for its locks. */
const STEP = 200;

/** Counts the data about a receiver in one client's account. */
export async function findReceiver(deps: Deps, clientId: number, receiver: Receiver): Promise<ReceiverFound> {
  return deps.db.withClient(clientId, async (trx) => {
    const found = await countReceiver(trx, clientId, receiver, MOST);
    deps.events.record(trx, clientId, 'receiver.searched', recordedSearch(deps, receiver));
    return found;
  });
}

/**
 * Masks a receiver in one client's account: in ended orders at once, in the others once they end: each of these stores
 * the request. Idempotent. If a call is interrupted, its repetition or the nightly job masks the rest.
 */
export async function eraseReceiver(
  deps: Deps,
  clientId: number,
  receiver: Receiver,
): Promise<ReplyOf<typeof eraseCall>['results']> {
  const { db, clock, events } = deps;
  const now = clock();
  await forEachStep(undefined, 0, async (after) => {
    const ids = await db.withClient(clientId, async (trx) => {
      const requested = await requestErasure(trx, clientId, receiver, { after, limit: STEP, now });
      events.record(trx, clientId, 'receiver.erasure_requested', recordedSearch(deps, receiver));
      return requested;
    });
    return lastOfFullStep(ids, STEP);
  });
  const erased = await maskRequestedOrders(deps, clientId);
  const failedRows = await changeInSteps(undefined, STEP, () =>
    db.withClient(clientId, (trx) => maskFailedRows(trx, receiver.value, MASKED, STEP)),
  );
  const requests = await changeInSteps(undefined, STEP, () =>
    db.withClient(clientId, (trx) => maskRequests(trx, receiver, MASKED, STEP)),
  );
  const left = await db.withClient(clientId, async (trx) => {
    events.record(trx, clientId, 'receiver.erased');
    return countReceiver(trx, clientId, receiver, MOST);
  });
  return { erased, waiting: left.orders, named: left.named, requests, failed_rows: failedRows };
}
