import type { Deps } from '#server/domain/deps.ts';
import { parseNumericId } from '#server/domain/row-keys.ts';
import type { QueryOf, ReplyOf } from '#shared/http/endpoint.ts';
import { MODIFICATION_STATES } from '#shared/modifications.ts';
import type * as calls from '#shared/ops/modifications.ts';
import { fold } from '#shared/rules/fold.ts';
import { type EditedReceiver, findRequests, type StoredRequest } from './modification.store.ts';

/** Lists requests of all clients for the provider, oldest first; by default the pending ones. */
export async function listModifications(
  deps: Deps,
  { filter, page, limit }: QueryOf<typeof calls.listModifications>,
): Promise<ReplyOf<typeof calls.listModifications>> {
  const state = MODIFICATION_STATES.find((name) => fold(name) === fold(filter.state ?? 'Pendiente'));
  if (!state) return { results: [], pagination: { page: 1, pages: 1, total: 0, limit } };
  const id = filter.client === undefined ? null : parseNumericId(filter.client);
  const client = filter.client === undefined ? null : id === null ? { name: filter.client } : { id };
  const found = await deps.db.withOperator((trx) => findRequests(trx, { state, client }, { page, limit }));
  return { ...found, results: found.results.map(toOperatorModification) };
}

/** Returns a request on the provider's wire; costs in pesos. */
export function toOperatorModification(request: StoredRequest): calls.OperatorModification {
  const { client_id, id, order_id, tracking_id, state, reason, requested_at, decided_at, before, after } = request;
  const changes = (Object.keys(after) as (keyof EditedReceiver)[])
    .filter((key) => before[key] !== after[key])
    .map((key) => ({ field: key, before: String(before[key] ?? ''), after: String(after[key] ?? '') }));
  return {
    ...{ client_id, id, order_id, tracking_id, state, changes, reason, requested_at, decided_at },
    cost_before: request.cost_before_cents / 100,
    cost_after: request.cost_after_cents / 100,
  };
}
