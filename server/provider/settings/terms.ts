import { readOffsetPage } from '#server/db/list/offset-page.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { readableTerms, storeTerms } from '#server/people/access/terms.ts';
import type { BodyOf, QueryOf, ReplyOf } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import type { Pagination } from '#shared/kit/http/pagination.ts';
import { messages } from '#shared/kit/messages.ts';
import { formatTimestamp } from '#shared/kit/text/format.ts';
import type * as calls from '#shared/provider/staff-terms.ts';
import { allTerms, clientsWithout, termsById } from './terms.store.ts';

type Page = { results: calls.StaffTerms[]; pagination: Pagination };

/** Lists the versions of the terms, newest first. */
export async function listTerms(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { page, limit }: QueryOf<typeof calls.listTerms>,
): Promise<Page> {
  return db.withProvider((trx) => readOffsetPage<calls.StaffTerms>(trx, allTerms(clock()), { page, limit }));
}

/** Returns terms as clients would see them. @throws Failure 422 as `publishTerms` */
export const previewTerms = (text: string): { text: string } => ({ text: readableTerms(text) });

/** Lists the clients without an acceptance of a version. @throws Failure 404 for an unknown version */
export async function pendingTerms(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: number,
  { page, limit }: QueryOf<typeof calls.pendingTerms>,
): Promise<{ results: calls.PendingTermsClient[]; pagination: Pagination }> {
  return db.withProvider(async (trx) => {
    const known = await readOffsetPage(trx, termsById(id, clock()), { page: 1, limit: 1 });
    if (known.results.length === 0) throw new Failure(404, messages.notFound);
    return readOffsetPage<calls.PendingTermsClient>(trx, clientsWithout(id), { page, limit });
  });
}

/** Publishes new terms. @throws Failure 422 if no readable text remains after sanitising, and for a day that has begun */
export async function publishTerms(
  deps: Deps,
  { text, binds_from }: BodyOf<typeof calls.publishTerms>,
): Promise<ReplyOf<typeof calls.publishTerms>> {
  const id = await storeTerms(deps, { html: text, start: binds_from });
  const {
    results: [published],
  } = await deps.db.withProvider((trx) =>
    readOffsetPage<calls.StaffTerms>(trx, termsById(id, deps.clock()), { page: 1, limit: 1 }),
  );
  if (!published) throw new Error('the terms were not stored');
  const message =
    Date.parse(published.binds_from) <= deps.clock().getTime()
      ? 'Los términos están vigentes: cada cliente tiene que aceptarlos'
      : `Los términos rigen desde el ${formatTimestamp(published.binds_from)}: hasta entonces los clientes ven un aviso`;
  return { message, results: published };
}
