import { execute, queueWrite, run, type Trx } from '#server/db/connection.ts';
import type { Database } from '#server/db/database.ts';
import { bind, prepared, type Statement, statement } from '#server/db/statement.ts';
import type { OrderingClient } from '#server/orders/order/create/create-orders.ts';
import type { RowOutcome } from '#shared/bulk/batches.ts';
import { BULK_COLUMNS, type BulkCells, type BulkColumn } from '#shared/bulk/layout/columns.ts';
import type { BulkMapping } from '#shared/bulk/layout/mapping.ts';

/** A batch whose processing has started. */
export interface StartedBatch {
  attempts: number;
  /** An order is done if its last row isn't after this row. */
  last_done_row: number;
  mapping: BulkMapping | null;
  logistica_inversa: boolean;
  fulfillment: boolean;
}

const START_BATCH: Statement<StartedBatch> = statement(
  'process-batch.start-batch',
  `UPDATE batches b SET state = 'Procesando', attempts = b.attempts + 1
   FROM clients c
   WHERE b.client_id = $1 AND b.id = $2 AND b.state IN ('Pendiente', 'Procesando') AND c.client_id = b.client_id
   RETURNING b.attempts, b.last_done_row, b.mapping, c.logistica_inversa, c.fulfillment`,
);

/** Marks a batch as processing and counts the attempt; null if the batch has ended. */
export async function startBatch(trx: Trx, clientId: number, batchId: number): Promise<StartedBatch | null> {
  const [row] = await run(trx, START_BATCH, [clientId, batchId]);
  return row ?? null;
}

/** Ends a batch and deletes its file. */
export async function finishBatch(
  trx: Trx,
  clientId: number,
  batchId: number,
  state: 'Procesado' | 'Error',
  now: Date,
): Promise<void> {
  await execute(
    trx,
    `UPDATE batches SET state = $3, finished_at = $4
     WHERE client_id = $1 AND id = $2 AND state = 'Procesando'`,
    [clientId, batchId, state, now],
  );
  await execute(trx, 'DELETE FROM batch_chunks WHERE client_id = $1 AND batch_id = $2', [clientId, batchId]);
}

/** Chunk size for the parser. Parsing a whole piece at once would block the event loop. */
const READ_CHUNK_BYTES = 32 * 1024;

const PIECE = statement(
  'process-batch.piece',
  'SELECT bytes FROM batch_chunks WHERE client_id = $1 AND batch_id = $2 AND n = $3',
);

/** Reads the stored file in small chunks. */
export async function* readPieces(db: Database, clientId: number, batchId: number): AsyncGenerator<Buffer> {
  for (let n = 1; ; n++) {
    const [[row]] = await db.read(clientId, [bind(PIECE, [clientId, batchId, n])]);
    if (!row) return;
    for (let from = 0; from < row.bytes.length; from += READ_CHUNK_BYTES)
      yield row.bytes.subarray(from, from + READ_CHUNK_BYTES);
  }
}

/** Progress of a locked batch, and the current flags of its client. */
export type LockedBatch = Omit<OrderingClient, 'clientId'> & Pick<StartedBatch, 'last_done_row'>;

const LOCK: Statement<LockedBatch> = statement(
  'process-batch.lock',
  `SELECT b.last_done_row, c.prepago, c.logistica_inversa, c.fulfillment
   FROM batches b JOIN clients c ON c.client_id = b.client_id
   WHERE b.client_id = $1 AND b.id = $2 AND b.state = 'Procesando' FOR UPDATE OF b`,
  { prepared: true },
);

/** Locks a batch until the transaction ends; null if the batch has ended. */
export async function lockBatch(trx: Trx, clientId: number, batchId: number): Promise<LockedBatch | null> {
  const [row] = await run(trx, LOCK, [clientId, batchId]);
  return row ?? null;
}

/** An invalid cell as stored with its row. `header` is the column's name in the file. */
export interface StoredProblem {
  column: BulkColumn | null;
  header: string | null;
  value: string;
  reason: string;
}

/** Outcome of a row. */
export interface RowResult {
  row: number;
  outcome: RowOutcome;
  /** The created order, or the existing one that the row duplicates. */
  orderId: number | null;
  problems: readonly StoredProblem[];
  /** Headers of the cells of a created row that a person should check. */
  doubts: readonly string[];
  /** Cells of a failed row; null otherwise, and for one that became part of another row. */
  cells: BulkCells | null;
}

/** Counts of a step; `doneRow` is the last done row of the batch. */
export interface Progress {
  doneRow: number;
  made: number;
  failed: number;
  skipped: number;
  /** Created rows to check. */
  doubtful: number;
}

const ROWS = prepared(
  'batch_rows_insert',
  `INSERT INTO batch_rows (client_id, batch_id, row_no, outcome, order_pk, problems, doubts, cells)
   SELECT $1, $2, r.row_no, r.outcome, r.order_pk, r.problems, r.doubts, r.cells
   FROM json_to_recordset($3)
     AS r (row_no integer, outcome text, order_pk bigint, problems jsonb, doubts text[], cells jsonb)`,
);

const PROGRESS = prepared(
  'batch_progress',
  `UPDATE batches SET last_done_row = $3, made = made + $4, failed = failed + $5, skipped = skipped + $6,
     doubtful = doubtful + $7, attempts = 0
   WHERE client_id = $1 AND id = $2`,
);

/** Queues the writes of row outcomes and progress. An error rejects the next awaited query or the commit. */
export function writeProgress(
  trx: Trx,
  clientId: number,
  batchId: number,
  rows: readonly RowResult[],
  progress: Progress,
): void {
  const stored = rows.map(({ row, outcome, orderId, problems, doubts, cells }) => ({
    row_no: row,
    outcome,
    ...(orderId !== null && { order_pk: orderId }),
    ...(problems.length > 0 && { problems }),
    ...(doubts.length > 0 && { doubts }),
    ...(cells && { cells: BULK_COLUMNS.map((column) => cells[column]) }),
  }));
  queueWrite(trx, ROWS, [clientId, batchId, JSON.stringify(stored)]);
  const { doneRow, made, failed, skipped, doubtful } = progress;
  queueWrite(trx, PROGRESS, [clientId, batchId, doneRow, made, failed, skipped, doubtful]);
}

const UNFINISHED_BATCHES = statement(
  'process-batch.unfinished-batches',
  'SELECT client_id, id FROM unfinished_batches()',
);

/** Reads the ids of all clients' waiting and running batches. @param trx a transaction without a client */
export async function unfinishedBatches(trx: Trx): Promise<{ clientId: number; batchId: number }[]> {
  const left = await run(trx, UNFINISHED_BATCHES);
  return left.map(({ client_id, id }) => ({ clientId: client_id, batchId: id }));
}
