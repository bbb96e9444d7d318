import type { Deps } from '#server/domain/deps.ts';
import type { Sessions } from '#server/features/access/session.ts';
import { storeTerms } from '#server/features/access/terms.ts';
import type { QueryOf } from '#shared/http/endpoint.ts';
import type { Pagination } from '#shared/http/page.ts';
import type { listTerms, OperatorTerms } from '#shared/ops/terms.ts';
import { readPage } from './operator-page.ts';

type Page = { results: OperatorTerms[]; pagination: Pagination };

const TERMS = `SELECT t.id, t.text, wire_time(t.created_at) AS published_at,
    (SELECT count(*) FROM clients c WHERE c.terms_accepted = t.id) AS accepted_by
  FROM terms t`;

/** A page of the versions of the terms, the one in force first. */
export async function listTermsOf({ db }: Deps, { page, limit }: QueryOf<typeof listTerms>): Promise<Page> {
  return db.withProvider((trx) => readPage<OperatorTerms>(trx, { select: TERMS, orderBy: 'id DESC' }, { page, limit }));
}

/** Puts new terms in force. @throws Failure 422 when sanitising leaves nothing to read */
export async function publishTermsOf(deps: Deps, sessions: Sessions, html: string): Promise<OperatorTerms> {
  const id = await storeTerms(deps, sessions, html);
  const one = { select: `${TERMS} WHERE t.id = $1`, orderBy: 'id', values: [id] };
  const { results } = await deps.db.withProvider((trx) => readPage<OperatorTerms>(trx, one, { page: 1, limit: 1 }));
  return results[0] as OperatorTerms;
}
