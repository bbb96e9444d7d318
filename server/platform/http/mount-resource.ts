import { csvDownload } from '#server/platform/csv.ts';
import { type CsvCell, MAX_EXPORT_ROWS } from '#shared/csv.ts';
import { integer } from '#shared/format.ts';
import { Failure } from '#shared/http/failure.ts';
import type { Pagination } from '#shared/http/pagination.ts';
import type { Resource } from '#shared/kit/resource.ts';
import type { Mount } from './mount.ts';

/** Rows of the file that are formatted at once. */
const ROWS_AT_ONCE = 1000;

/**
 * Mounts the list and the CSV export of a resource.
 *
 * @param read returns a page of the rows that match the filters, or the last page for a number past it. The export reads one page of all
 * rows; more than `MAX_EXPORT_ROWS` are refused with 422.
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
  mount.operator(resource.list, ({ query }) => read(query));
  mount.operator(resource.csv, async ({ query }) => {
    const { results, pagination } = await read({ ...query, page: 1, limit: MAX_EXPORT_ROWS } as unknown as Q);
    if (pagination.total > MAX_EXPORT_ROWS)
      throw new Failure(
        422,
        `Son ${integer(pagination.total)} filas y se pueden exportar hasta ${integer(MAX_EXPORT_ROWS)}. Filtrá la lista`,
      );
    await recordExport?.();
    async function* lines(): AsyncGenerator<CsvCell[][]> {
      for (let from = 0; from < results.length; from += ROWS_AT_ONCE)
        yield results.slice(from, from + ROWS_AT_ONCE).map((row) => columns.map(({ value }) => value(row)));
    }
    return csvDownload(
      resource.title,
      columns.map(({ title, header = title }) => header),
      lines(),
    );
  });
}
