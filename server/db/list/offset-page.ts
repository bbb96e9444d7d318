import { runText, type Trx } from '#server/db/connection.ts';
import type { Database } from '#server/db/database.ts';
import { pageCount } from '#server/platform/http/response/paging.ts';
import type { Pagination } from '#shared/kit/http/pagination.ts';

interface ListStatement {
  /** A query whose columns are the row's keys on the wire. */
  select: string;
  orderBy: string;
  values?: readonly unknown[];
}

/** Reads a page of one of the provider's short lists. A page past the last page returns the last page. */
export async function readOffsetPage<R extends object>(
  trx: Trx,
  { select, orderBy, values = [] }: ListStatement,
  { page, limit }: { page: number; limit: number },
): Promise<{ results: R[]; pagination: Pagination }> {
  const [wanted, size] = [`$${values.length + 1}::bigint`, `$${values.length + 2}::bigint`];
  const [found] = await runText<{ page: number; total: number; results: R[] }>(
    trx,
    `WITH matches AS MATERIALIZED (${select}), position AS (
        SELECT count(*) AS total, greatest(1, least(${wanted}, ceil(count(*) / ${size}::numeric)::bigint)) AS page
        FROM matches
      )
      SELECT page, total, (
        SELECT coalesce(json_agg(r), '[]') FROM (
          SELECT * FROM matches ORDER BY ${orderBy} LIMIT ${size} OFFSET (page - 1) * ${size}
        ) r
      ) AS results FROM position`,
    [...values, page, limit],
  );
  const { total = 0, results = [], page: at = 1 } = found ?? {};
  return { results, pagination: { page: at, pages: pageCount(total, limit), total, limit } };
}

/**
 * Returns the function that reads a page of one of the provider's short lists.
 *
 * @param matching returns the query of the rows that match the filters
 */
export function pagesOf<F, R extends object>(
  db: Pick<Database, 'withProvider'>,
  matching: (filter: F) => ListStatement,
): (query: { filter: F; page: number; limit: number }) => Promise<{ results: R[]; pagination: Pagination }> {
  return ({ filter, page, limit }) =>
    db.withProvider((trx) => readOffsetPage<R>(trx, matching(filter), { page, limit }));
}
