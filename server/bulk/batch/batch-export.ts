import { Readable } from 'node:stream';
import type { Deps } from '#server/integrations/deps.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { Download } from '#server/platform/http/response/download.ts';
import { BULK_COLUMNS, type BulkCells } from '#shared/bulk/layout/columns.ts';
import { CORRECTION_HEADER, numberedLine } from '#shared/bulk/layout/template.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { batchById, type FailedRow, failedRows } from './batch-list.store.ts';
import { problemText } from './batch-list.ts';

/** Rows per read transaction. */
const PAGE = 2000;

const TYPE = 'text/csv; charset=utf-8';

/**
 * Returns the failed rows of a batch as CSV with the template's columns, `fila` and `motivo`. The corrected file can be
 * uploaded as it is, because uploads ignore additional columns (readings S12).
 *
 * @throws Failure 404 if the client has no batch with this id
 */
export async function exportFailedRows(deps: Deps, { clientId }: Caller, id: number): Promise<Download> {
  const [found] = await deps.db.read(clientId, [batchById(clientId, id)]);
  if (found.length === 0) throw new Failure(404, messages.notFound);
  return new Download(
    TYPE,
    `Lote ${id} con errores.csv`,
    Readable.from(lines(deps, clientId, id), { objectMode: false }),
  );
}

async function* lines(deps: Deps, clientId: number, id: number): AsyncGenerator<string> {
  yield CORRECTION_HEADER;
  for (let after = 0; ; ) {
    const [rows]: [FailedRow[]] = await deps.db.read(clientId, [failedRows(clientId, id, after, PAGE)]);
    if (rows.length > 0) yield rows.map(line).join('');
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.row_no ?? after;
  }
}

function line({ row_no, cells, problems }: FailedRow): string {
  const byColumn = Object.fromEntries(BULK_COLUMNS.map((column, index) => [column, cells[index] ?? '']));
  return numberedLine(row_no, byColumn as BulkCells, problems.map(problemText).join(' · '));
}
