import { insertBatch, markBatchReceived } from '#server/bulk/batch/batch-upload.store.ts';
import { finishBatch, type RowResult, startBatch, writeProgress } from '#server/bulk/batch/process-batch.store.ts';
import { runIdempotent } from '#server/db/idempotency.ts';
import type { Deps } from '#server/integrations/deps.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import type { BulkCells, BulkColumn } from '#shared/bulk/layout/columns.ts';

/** A legacy bulk upload, whose orders already exist. */
export interface LegacyBatch {
  fileName: string;
  at: Date;
  rows: LegacyBatchRow[];
}

/** Result of a row: the id of the created order, the id of the existing order, or an error. */
export type LegacyBatchRow =
  | { made: number }
  | { skipped: number; number: string }
  | { cells: BulkCells; column: BulkColumn; reason: string };

/** Imports a finished batch with its row results and without its file. Idempotent by `key`. */
export async function importLegacyBatch(deps: Deps, caller: Caller, batch: LegacyBatch, key: string): Promise<void> {
  const { clientId, userId } = caller;
  const { fileName, at, rows } = batch;
  await runIdempotent(deps.db, { clientId, key, call: 'import older batch', body: batch }, async (trx) => {
    const id = await insertBatch(trx, clientId, { fileName, userId, now: at, abandonedBefore: new Date(0) });
    const contentHash = Buffer.from(key);
    await markBatchReceived(trx, clientId, id, { contentHash, rows: rows.length, orders: rows.length, mapping: null });
    await startBatch(trx, clientId, id);
    const done = rows.map((row, index) => doneRow(row, index + 2));
    const count = (outcome: RowResult['outcome']) => done.filter((row) => row.outcome === outcome).length;
    writeProgress(trx, clientId, id, done, {
      doneRow: rows.length + 1,
      made: count('Procesado'),
      failed: count('Error'),
      skipped: count('Omitido'),
      doubtful: 0,
    });
    await finishBatch(trx, clientId, id, 'Procesado', at);
    return {};
  });
}

function doneRow(row: LegacyBatchRow, number: number): RowResult {
  const nothing = { row: number, orderId: null, problems: [], doubts: [], cells: null };
  if ('made' in row) return { ...nothing, outcome: 'Procesado', orderId: row.made };
  if ('skipped' in row) {
    const reason = 'Ya tenés una orden con ese número';
    const problem = { column: 'nro_orden', header: 'nro_orden', value: row.number, reason } as const;
    return { ...nothing, outcome: 'Omitido', orderId: row.skipped, problems: [problem] };
  }
  const { cells, column, reason } = row;
  return { ...nothing, outcome: 'Error', problems: [{ column, header: column, value: cells[column], reason }], cells };
}
