import { Readable } from 'node:stream';
import type { Deps } from '#server/domain/deps.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { Download } from '#server/platform/http/download.ts';
import { BULK_COLUMNS, type BulkCells } from '#shared/bulk/columns.ts';
import { CORRECTION_HEADER, numberedLine } from '#shared/bulk/template.ts';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import { batchById, type FailedRow, failedRows } from './batch-list.store.ts';
import { problemText } from './batch-list.ts';

/** Rows that are read in one short transaction. */
const PAGE = 2000;

const TYPE = 'text/csv; charset=utf-8';

/**
 * The failed rows of a batch below the template's headers, with columns `fila` and `motivo`: corrected, the file can be sent as it
 * is, for further columns are left aside (readings S12).
 *
 * @throws Failure 404 when the client has no such batch
 */
export async function exportFailedRows(deps: Deps, { clientId }: Caller, id: number): Promise<Download> {
  const [found] = await deps.db.read(clientId, [batchById(clientId, id)]);
  if (!found || found.rows.length === 0) throw new Failure(404, messages.notFound);
  return new Download(
    TYPE,
    `Lote ${id} con errores.csv`,
    Readable.from(lines(deps, clientId, id), { objectMode: false }),
  );
}

async function* lines(deps: Deps, clientId: number, id: number): AsyncGenerator<string> {
  yield CORRECTION_HEADER;
  for (let after = 0; ; ) {
    const [result] = await deps.db.read(clientId, [failedRows(clientId, id, after, PAGE)]);
    const rows = (result?.rows ?? []) as FailedRow[];
    if (rows.length > 0) yield rows.map(line).join('');
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.row_no ?? after;
  }
}

function line({ row_no, cells, problems }: FailedRow): string {
  const named = Object.fromEntries(BULK_COLUMNS.map((column, index) => [column, cells[index] ?? '']));
  return numberedLine(row_no, named as BulkCells, problems.map(problemText).join(' · '));
}
