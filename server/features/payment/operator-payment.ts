import { readOffsetPage } from '#server/db/offset-page.ts';
import type { Deps } from '#server/domain/deps.ts';
import { parseNumericId } from '#server/domain/row-keys.ts';
import { readClient } from '#server/features/operator/operator-client.ts';
import type { ListPage } from '#server/platform/http/paging.ts';
import type { QueryOf, ReplyOf } from '#shared/http/endpoint.ts';
import { ATTENTION_CODES, type clientPayments, type flaggedPayments } from '#shared/ops/payments.ts';
import { flaggedMatching } from './payment-list.store.ts';
import { listPaymentsForOperator } from './payment-list.ts';

/** Lists the payments of all clients that need attention, the longest waiting first. */
export async function listFlaggedPayments(
  deps: Deps,
  { filter, page, limit }: QueryOf<typeof flaggedPayments>,
): Promise<ReplyOf<typeof flaggedPayments>> {
  const client = filter.client === undefined ? null : parseNumericId(filter.client);
  const code = ATTENTION_CODES.find((name) => name === filter.code) ?? null;
  if ((filter.client !== undefined && client === null) || (filter.code !== undefined && code === null)) {
    return { results: [], pagination: { page: 1, pages: 1, total: 0, limit } };
  }
  return deps.db.withOperator((trx) => readOffsetPage(trx, flaggedMatching(client, code), { page, limit }));
}

/** Lists a client's payments for the operator. @throws Failure 404 for an unknown client */
export async function listClientPayments(
  deps: Deps,
  clientId: number,
  query: QueryOf<typeof clientPayments>,
): Promise<ListPage> {
  await readClient(deps, clientId);
  return listPaymentsForOperator(deps, clientId, query);
}
