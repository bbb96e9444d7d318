import { readOffsetPage } from '#server/db/list/offset-page.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { orNotFound } from '#server/orders/domain/provider-decision.ts';
import { readClient } from '#server/people/client/staff-client.ts';
import type { ListPage } from '#server/platform/http/response/paging.ts';
import type { QueryOf, ReplyOf } from '#shared/kit/http/endpoint.ts';
import { parseRowId } from '#shared/kit/row-id.ts';
import {
  ATTENTION_CODES,
  type clientPayments,
  type flaggedPayments,
  type readStaffPayment,
} from '#shared/money/staff-payments.ts';
import { flaggedMatching, paymentById } from './payment-list.store.ts';
import { listPaymentsForStaff } from './payment-list.ts';

/** Lists the payments of all clients that need attention, the longest waiting first. */
export async function listFlaggedPayments(
  deps: Deps,
  { filter, page, limit }: QueryOf<typeof flaggedPayments>,
): Promise<ReplyOf<typeof flaggedPayments>> {
  const client = filter.client === undefined ? null : parseRowId(filter.client);
  const code = ATTENTION_CODES.find((name) => name === filter.code) ?? null;
  if ((filter.client !== undefined && client === null) || (filter.code !== undefined && code === null)) {
    return { results: [], pagination: { page: 1, pages: 1, total: 0, limit } };
  }
  return deps.db.withProvider((trx) => readOffsetPage(trx, flaggedMatching(client, code), { page, limit }));
}

/** Returns a payment with its orders. @throws Failure 404 if the client has no such payment */
export async function readPayment(
  { db }: Pick<Deps, 'db'>,
  { clientId, id }: { clientId: number; id: number },
): Promise<ReplyOf<typeof readStaffPayment>['results']> {
  return orNotFound(await db.withClient(clientId, (trx) => paymentById(trx, clientId, id)));
}

/** Lists a client's payments for the staff. @throws Failure 404 for an unknown client */
export async function listClientPayments(
  deps: Deps,
  clientId: number,
  query: QueryOf<typeof clientPayments>,
): Promise<ListPage> {
  await readClient(deps, clientId);
  return listPaymentsForStaff(deps, clientId, query);
}
