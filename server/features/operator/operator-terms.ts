import { readOffsetPage } from '#server/db/offset-page.ts';
import type { Deps } from '#server/domain/deps.ts';
import type { Sessions } from '#server/features/access/session.ts';
import { storeTerms } from '#server/features/access/terms.ts';
import type { QueryOf } from '#shared/http/endpoint.ts';
import type { Pagination } from '#shared/http/pagination.ts';
import type * as calls from '#shared/ops/terms.ts';
import { ALL_TERMS, termsById } from './operator-terms.store.ts';

type Page = { results: calls.OperatorTerms[]; pagination: Pagination };

/** Lists the versions of the terms, newest first. The first one is in force. */
export async function listTerms({ db }: Deps, { page, limit }: QueryOf<typeof calls.listTerms>): Promise<Page> {
  return db.withOperator((trx) => readOffsetPage<calls.OperatorTerms>(trx, ALL_TERMS, { page, limit }));
}

/** Publishes new terms. @throws Failure 422 if no readable text remains after sanitising */
export async function publishTerms(deps: Deps, sessions: Sessions, html: string): Promise<calls.OperatorTerms> {
  const id = await storeTerms(deps, sessions, html);
  const { results } = await deps.db.withOperator((trx) =>
    readOffsetPage<calls.OperatorTerms>(trx, termsById(id), { page: 1, limit: 1 }),
  );
  return results[0] as calls.OperatorTerms;
}
