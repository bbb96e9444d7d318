import { readOffsetPage } from '#server/db/offset-page.ts';
import type { Deps } from '#server/domain/deps.ts';
import type { Sessions } from '#server/features/access/session.ts';
import { storeTerms } from '#server/features/access/terms.ts';
import { formatTimestamp } from '#shared/format.ts';
import type { BodyOf, QueryOf, ReplyOf } from '#shared/http/endpoint.ts';
import type { Pagination } from '#shared/http/pagination.ts';
import type * as calls from '#shared/ops/terms.ts';
import { ALL_TERMS, termsById } from './operator-terms.store.ts';

type Page = { results: calls.OperatorTerms[]; pagination: Pagination };

/** Lists the versions of the terms, newest first. */
export async function listTerms({ db }: Deps, { page, limit }: QueryOf<typeof calls.listTerms>): Promise<Page> {
  return db.withOperator((trx) => readOffsetPage<calls.OperatorTerms>(trx, ALL_TERMS, { page, limit }));
}

/** Publishes new terms. @throws Failure 422 if no readable text remains after sanitising, and for a day that has begun */
export async function publishTerms(
  deps: Deps,
  sessions: Sessions,
  { text, binds_from }: BodyOf<typeof calls.publishTerms>,
): Promise<ReplyOf<typeof calls.publishTerms>> {
  const id = await storeTerms(deps, sessions, { html: text, start: binds_from });
  const { results } = await deps.db.withOperator((trx) =>
    readOffsetPage<calls.OperatorTerms>(trx, termsById(id), { page: 1, limit: 1 }),
  );
  const published = results[0] as calls.OperatorTerms;
  const message =
    Date.parse(published.binds_from) <= deps.clock().getTime()
      ? 'Los términos están vigentes: cada cliente tiene que aceptarlos'
      : `Los términos rigen desde el ${formatTimestamp(published.binds_from)}: hasta entonces los clientes ven un aviso`;
  return { message, results: published };
}
