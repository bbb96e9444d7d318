import { csvDownload } from '#server/platform/csv.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import type { Pagination } from '#shared/kit/http/pagination.ts';
import type { Resource } from '#shared/kit/resource.ts';
import { type CsvCell, MAX_EXPORT_ROWS } from '#shared/kit/text/csv.ts';
import { integer } from '#shared/kit/text/format.ts';
import type { Mount } from './mount.ts';

/** Rows of the file that are formatted at once. */
const ROWS_AT_ONCE = 1000;

/**
 * Mounts the list and the CSV export of a resource.
 *
 * @param read returns a page of the rows that match the filters, or the last page for a number past it. The export counts the rows, refuses
 *   more than `MAX_EXPORT_ROWS` with 422, and reads one page of all.
 * @param recordExport adds the row of the audit trail, for a resource with an `audit` action
 */
export function mountResource<Q extends { filter: object }, Row>(
  mount: Mount,
  resource: Resource<Q, Row>,
  read: (query: Q) => Promise<{ results: Row[]; pagination: Pagination }>,
  recordExport?: () => Promise<void>,
): void {
  if (resource.csv.audit && !recordExport) throw new Error(`the export of ${resource.title} isn't recorded`);
  const columns = Object.values(resource.columns);
  mount.provider(resource.list, ({ query }) => read(query));
  mount.provider(resource.csv, async ({ query }) => {
    // The query of the list is its filters with a page.
    const rows = (limit: number) => read({ ...query, page: 1, limit } as unknown as Q);
    const { total } = (await rows(1)).pagination;
    if (total > MAX_EXPORT_ROWS)
      throw new Failure(
        422,
        `Son ${integer(total)} filas y se pueden exportar hasta ${integer(MAX_EXPORT_ROWS)}. Filtrá la lista`,
      );
    await recordExport?.();
    const { results } = await rows(MAX_EXPORT_ROWS);
    async function* lines(): AsyncGenerator<CsvCell[][]> {
      for (let from = 0; from < results.length; from += ROWS_AT_ONCE)
        yield results
          .slice(from, from + ROWS_AT_ONCE)
          .map((row) => columns.map(({ value, inFile = value }) => inFile(row)));
    }
    return csvDownload(
      resource.title,
      columns.map(({ title, header = title }) => header),
      lines(),
    );
  });
}
