import type { Deps } from '#server/domain/deps.ts';
import { deciderName } from '#server/domain/provider-decision.store.ts';
import { listRequests, orNotFound } from '#server/domain/provider-decision.ts';
import type { QueryOf, ReplyOf } from '#shared/http/endpoint.ts';
import type * as calls from '#shared/ops/modifications.ts';
import { type RequestedReceiver, requestById, requestsByIds, type StoredRequest } from './modification.store.ts';

/** Lists requests of all clients for the provider, oldest first; by default the pending ones. */
export async function listModifications(
  deps: Deps,
  { filter, page, limit }: QueryOf<typeof calls.listModifications>,
): Promise<ReplyOf<typeof calls.listModifications>> {
  const found = await listRequests(deps, 'modification_requests', { filter, page, limit }, requestsByIds);
  return { ...found, results: found.results.map(toOperatorModification) };
}

/** Returns a request with who decided it. @throws Failure 404 if the client has no such request */
export async function readModification(
  { db }: Deps,
  { clientId, id }: { clientId: number; id: number },
): Promise<ReplyOf<typeof calls.readModification>['results']> {
  const request = await db.withClient(clientId, (trx) => requestById(trx, clientId, id));
  const decidedBy = await db.withOperator((trx) => deciderName(trx, 'modification_requests', { clientId, id }));
  return { ...toOperatorModification(orNotFound(request)), decided_by: decidedBy };
}

/** Returns a request on the provider's wire; costs in pesos. */
export function toOperatorModification(request: StoredRequest): calls.OperatorModification {
  const { client_id, id, order_id, tracking_id, state, reason, requested_at, decided_at, before, after } = request;
  const changes = (Object.keys(after) as (keyof RequestedReceiver)[])
    .filter((key) => before[key] !== after[key])
    .map((key) => ({ field: key, before: String(before[key] ?? ''), after: String(after[key] ?? '') }));
  return {
    ...{ client_id, id, order_id, tracking_id, state, changes, reason, requested_at, decided_at },
    cost_before: request.cost_before_cents / 100,
    cost_after: request.cost_after_cents / 100,
  };
}
