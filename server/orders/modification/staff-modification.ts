import { changedFields } from '#server/events/changed-fields.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { readOrderFacts } from '#server/orders/domain/flags/order-flags.ts';
import { deciderName } from '#server/orders/domain/provider-decision.store.ts';
import { listRequests, orNotFound } from '#server/orders/domain/provider-decision.ts';
import { seesMasked } from '#server/orders/domain/staff-shipment.ts';
import type { ProviderCaller } from '#server/platform/http/request/caller.ts';
import type { QueryOf, ReplyOf } from '#shared/kit/http/endpoint.ts';
import { type OrderFacts, orderActions } from '#shared/orders/rules/order-actions.ts';
import type * as calls from '#shared/orders/staff-modifications.ts';
import { MASKED_FIELDS } from '#shared/orders/staff-modifications.ts';
import { maskEmail, maskPhone, maskWhole } from './mask-contact.ts';
import { type RequestedReceiver, requestById, requestsByIds, type StoredRequest } from './modification.store.ts';

/** Lists requests of all clients for the provider, oldest first; by default the pending ones. */
export async function listModifications(
  deps: Deps,
  caller: Pick<ProviderCaller, 'actor'>,
  { filter, page, limit }: QueryOf<typeof calls.listModifications>,
): Promise<ReplyOf<typeof calls.listModifications>> {
  const found = await listRequests(deps, 'modification_requests', { filter, page, limit }, requestsByIds);
  return { ...found, results: found.results.map((request) => toStaffModification(request, caller)) };
}

/** Returns a request with who decided it. @throws Failure 404 if the client has no such request */
export async function readModification(
  { db }: Pick<Deps, 'db'>,
  caller: Pick<ProviderCaller, 'actor'>,
  { clientId, id }: { clientId: number; id: number },
): Promise<ReplyOf<typeof calls.readModification>['results']> {
  const [request, refusal] = await db.withClient(clientId, async (trx) => {
    const found = orNotFound(await requestById(trx, clientId, id));
    const [order] = found.state === 'Pendiente' ? await readOrderFacts(trx, clientId, [found.order_pk]) : [];
    return [found, order ? approvalRefusal(order.facts) : null] as const;
  });
  const decidedBy = await db.withProvider((trx) => deciderName(trx, 'modification_requests', { clientId, id }));
  return { ...toStaffModification(request, caller), decided_by: decidedBy, approval_refusal: refusal };
}

/** Returns why a waiting request of an order can't be approved; null if it can. */
export function approvalRefusal(order: OrderFacts): string | null {
  const { can_request_edit } = orderActions({ ...order, modificationPending: false });
  return can_request_edit.allowed ? null : can_request_edit.reason;
}

/** Returns a request on the provider's wire; costs in pesos. People see the receiver's private data masked (docs/decisions/0060). */
export function toStaffModification(
  request: StoredRequest,
  caller: Pick<ProviderCaller, 'actor'>,
): calls.StaffModification {
  const { client_id, id, order_id, tracking_id, state, reason, requested_at, decided_at } = request;
  const changes = changesOf(request);
  return {
    client_id,
    id,
    order_id,
    tracking_id,
    state,
    reason,
    requested_at,
    decided_at,
    changes: seesMasked(caller) ? changes.map(masked) : changes,
    cost_before: request.cost_before_cents / 100,
    cost_after: request.cost_after_cents / 100,
  };
}

type Change = calls.StaffModification['changes'][number];

/** Returns the fields that a request changes, with their whole values. */
export function changesOf({ before, after }: StoredRequest): Change[] {
  const text = (value: unknown) => String(value ?? '');
  return changedFields<RequestedReceiver>(before, after).map((field) => ({
    field,
    before: text(before[field]),
    after: text(after[field]),
  }));
}

const MASKS: Record<string, (text: string) => string> = { receiver_phone: maskPhone, email: maskEmail };

function masked({ field, before, after }: Change): Change {
  if (!MASKED_FIELDS.includes(field)) return { field, before, after };
  const mask = MASKS[field] ?? maskWhole;
  return { field, before: mask(before), after: mask(after) };
}
