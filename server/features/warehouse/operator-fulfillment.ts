import type { Trx } from '#server/db/connection.ts';
import { readOffsetPage } from '#server/db/offset-page.ts';
import type { Deps } from '#server/domain/deps.ts';
import { parseNumericId } from '#server/domain/row-keys.ts';
import type { QueryOf, ReplyOf } from '#shared/http/endpoint.ts';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import type { OperatorFulfillmentDetail, operatorFulfillments } from '#shared/ops/fulfillment.ts';
import { fold } from '#shared/rules/fold.ts';
import { FULFILLMENT_STATUSES } from '#shared/rules/fulfillment-timeline.ts';
import { fulfillmentsMatching, readFulfillment } from './fulfillment.store.ts';

/** Identifies a fulfillment order in the operator's calls. */
export interface FulfillmentKey {
  clientId: number;
  id: number;
  /** Whether the caller sees the receiver's contact masked. */
  masked: boolean;
}

/** Lists fulfillment orders of all clients, oldest first; by default those with status 'Registrado'. */
export async function listFulfillments(
  deps: Deps,
  { filter, page, limit }: QueryOf<typeof operatorFulfillments>,
): Promise<ReplyOf<typeof operatorFulfillments>> {
  const client = filter.client === undefined ? null : parseNumericId(filter.client);
  const status = FULFILLMENT_STATUSES.find(({ value }) => fold(value) === fold(filter.status ?? 'Registrado'));
  if (!status || (filter.client !== undefined && client === null)) {
    return { results: [], pagination: { page: 1, pages: 1, total: 0, limit } };
  }
  return deps.db.withOperator((trx) =>
    readOffsetPage(trx, fulfillmentsMatching(status.value, client), { page, limit }),
  );
}

/** Returns a fulfillment order. @throws Failure 404 if the client has no such fulfillment order */
export function readFulfillmentOrder(deps: Deps, key: FulfillmentKey): Promise<OperatorFulfillmentDetail> {
  return deps.db.withClient(key.clientId, (trx) => findFulfillment(trx, key));
}

/** Returns a fulfillment order within a transaction. @throws Failure 404 if the client has no such fulfillment order */
export async function findFulfillment(trx: Trx, key: FulfillmentKey): Promise<OperatorFulfillmentDetail> {
  const detail = await readFulfillment(trx, key);
  if (!detail) throw new Failure(404, messages.notFound);
  return detail;
}
