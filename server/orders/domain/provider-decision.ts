import type * as z from 'zod/mini';
import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { refusedField } from '#server/platform/http/response/refused-field.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import type { Pagination } from '#shared/kit/http/pagination.ts';
import { messages } from '#shared/kit/messages.ts';
import { parseRowId } from '#shared/kit/row-id.ts';
import { fold } from '#shared/kit/text/fold.ts';
import { type Decision, REQUEST_STATES, type RequestState, type requestQuery } from '#shared/orders/requests.ts';
import { findRequests, type RequestCriteria, type RequestTable } from './provider-decision.store.ts';

/**
 * Lists requests of all clients, oldest first, by default the pending ones. The subject of a request is read in a
 * transaction of its client, because the role `provider` can't read personal data.
 *
 * @param read reads requests of a client by their ids, in any order
 */
export async function listRequests<R extends { client_id: number; id: number; state: RequestState }>(
  { db }: Pick<Deps, 'db'>,
  table: RequestTable,
  { filter, page, limit }: z.output<typeof requestQuery>,
  read: (trx: Trx, clientId: number, ids: readonly number[]) => Promise<R[]>,
): Promise<{ results: R[]; pagination: Pagination }> {
  const criteria = parseRequestCriteria(filter);
  if (!criteria) return { results: [], pagination: { page: 1, pages: 1, total: 0, limit } };
  const found = await db.withProvider((trx) => findRequests(trx, table, criteria, { page, limit }));
  const requests = new Map<string, R>();
  for (const [clientId, keys] of Map.groupBy(found.results, (key) => key.client_id)) {
    const ids = keys.map(({ id }) => id);
    const ofClient = await db.withClient(clientId, (trx) => read(trx, clientId, ids));
    for (const one of ofClient) requests.set(requestKey(one), one);
  }
  // Somebody may have decided a request between the two reads.
  const results = found.results.flatMap((key) => requests.get(requestKey(key)) ?? []);
  return { ...found, results: results.filter(({ state }) => state === criteria.state) };
}

const requestKey = ({ client_id, id }: { client_id: number; id: number }) => `${client_id}/${id}`;

/** Returns the filters of the provider's list of requests, by default the pending ones; null for an unknown state. */
function parseRequestCriteria(filter: { state?: string; client?: string }): RequestCriteria | null {
  const state = REQUEST_STATES.find((name) => fold(name) === fold(filter.state ?? 'Pendiente'));
  if (!state) return null;
  const id = filter.client === undefined ? null : parseRowId(filter.client);
  return { state, client: filter.client === undefined ? null : id === null ? { name: filter.client } : { id } };
}

/** @throws Failure 422 for a rejection without a reason */
export function requireRejectionReason({ approved, reason }: Decision): void {
  if (approved || reason !== '') return;
  throw refusedField('reason', 'Escribí el motivo del rechazo');
}

/** @throws Failure 409 for a request that was decided before. `name`: 'Esta modificación' */
export function requirePending(state: RequestState, name: string): void {
  if (state !== 'Pendiente') throw new Failure(409, `${name} ya fue decidida: ${state}`);
}

/** @throws Failure 404 for null */
export function orNotFound<T>(found: T | null): T {
  if (found === null) throw new Failure(404, messages.notFound);
  return found;
}
