import type { Deps } from '#server/domain/deps.ts';
import { numericId } from '#server/domain/resolve.ts';
import { readClientBy } from '#server/features/operator/operator-client.ts';
import { readPage } from '#server/features/operator/operator-page.ts';
import type { JsonText } from '#server/platform/http/answers.ts';
import type { QueryOf, ReplyOf } from '#shared/http/endpoint.ts';
import { ATTENTION_CODES, type clientPayments, type flaggedPayments } from '#shared/ops/payments.ts';
import { clientPaymentsOf } from './payment-list.ts';
import { OPERATOR_COLUMNS } from './payment-row.ts';

/** Payments of all clients that need attention, the longest waiting first. */
export async function flaggedPaymentsOf(
  deps: Deps,
  { filter, page, limit }: QueryOf<typeof flaggedPayments>,
): Promise<ReplyOf<typeof flaggedPayments>> {
  const client = filter.client === undefined ? null : numericId(filter.client);
  const code = ATTENTION_CODES.find((name) => name === filter.code) ?? null;
  if ((filter.client !== undefined && client === null) || (filter.code !== undefined && code === null)) {
    return { results: [], pagination: { page: 1, pages: 1, total: 0, limit } };
  }
  return deps.db.withProvider((trx) =>
    readPage(
      trx,
      {
        select: `SELECT ${OPERATOR_COLUMNS} FROM merchant_orders m WHERE m.attention IS NOT NULL
          AND ($1::bigint IS NULL OR m.client_id = $1) AND ($2::text IS NULL OR m.attention = $2)`,
        orderBy: 'attention_at, id',
        values: [client, code],
      },
      { page, limit },
    ),
  );
}

/** A client's payments. @throws Failure 404 for an unknown client */
export async function paymentsOfClient(
  deps: Deps,
  clientId: number,
  query: QueryOf<typeof clientPayments>,
): Promise<JsonText> {
  await readClientBy(deps, clientId);
  return clientPaymentsOf(deps, clientId, query);
}
