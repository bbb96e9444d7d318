import type { Deps } from '#server/domain/deps.ts';
import { numericId } from '#server/domain/resolve.ts';
import type { QueryOf, ReplyOf } from '#shared/http/endpoint.ts';
import { MODIFICATION_STATES } from '#shared/modifications.ts';
import type { listModifications, OperatorModification } from '#shared/ops/modifications.ts';
import { fold } from '#shared/rules/fold.ts';
import { type EditedReceiver, pageOfRequests, type StoredRequest } from './modification.store.ts';

/** Requests of all clients as the provider reads them, the oldest first; those that wait unless another state is asked for. */
export async function listModificationsOf(
  deps: Deps,
  { filter, page, limit }: QueryOf<typeof listModifications>,
): Promise<ReplyOf<typeof listModifications>> {
  const state = MODIFICATION_STATES.find((name) => fold(name) === fold(filter.state ?? 'Pendiente'));
  if (!state) return { results: [], pagination: { page: 1, pages: 1, total: 0, limit } };
  const id = filter.client === undefined ? null : numericId(filter.client);
  const client = filter.client === undefined ? null : id === null ? { name: filter.client } : { id };
  const found = await deps.db.withProvider((trx) => pageOfRequests(trx, { state, client }, { page, limit }));
  return { ...found, results: found.results.map(operatorModificationOf) };
}

/** A request as the provider reads it. */
export function operatorModificationOf(request: StoredRequest): OperatorModification {
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
