import { execute, run, runOne, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import type { BulkMapping } from '#shared/bulk/layout/mapping.ts';

/** A completely received file. */
export interface ReceivedFile {
  contentHash: Buffer;
  rows: number;
  orders: number;
  /** The client's mapping of the columns, or its choices for a shop's export; null for a file with the template's columns. */
  mapping: BulkMapping | null;
}

/** An earlier batch of the client. */
export interface EarlierBatch {
  id: number;
  file_name: string;
  created_at: Date;
}

const INSERT_BATCH = statement(
  'batch-upload.insert-batch',
  `INSERT INTO batches (client_id, file_name, state, created_by, created_at)
   VALUES ($1, $2, 'Recibiendo', $3, $4) RETURNING id`,
);

/** Inserts a batch for an arriving file and deletes abandoned uploads. @returns the batch's id */
export async function insertBatch(
  trx: Trx,
  clientId: number,
  batch: { fileName: string; userId: number; now: Date; abandonedBefore: Date },
): Promise<number> {
  await execute(trx, "DELETE FROM batches WHERE client_id = $1 AND state = 'Recibiendo' AND created_at < $2", [
    clientId,
    batch.abandonedBefore,
  ]);
  const { id } = await runOne(trx, INSERT_BATCH, [clientId, batch.fileName, batch.userId, batch.now]);
  return id;
}

/** Stores a piece of the file. */
export async function insertPiece(
  trx: Trx,
  clientId: number,
  batchId: number,
  n: number,
  bytes: Uint8Array,
): Promise<void> {
  await execute(trx, 'INSERT INTO batch_chunks (client_id, batch_id, n, bytes) VALUES ($1, $2, $3, $4)', [
    clientId,
    batchId,
    n,
    bytes,
  ]);
}

/** Deletes a batch whose upload failed. */
export async function deleteIncompleteBatch(trx: Trx, clientId: number, batchId: number): Promise<void> {
  await execute(trx, "DELETE FROM batches WHERE client_id = $1 AND id = $2 AND state = 'Recibiendo'", [
    clientId,
    batchId,
  ]);
}

/**
 * Marks a batch as ready to process. Violates the constraint `one_running_batch` while another batch of the client
 * runs.
 */
export async function markBatchReceived(
  trx: Trx,
  clientId: number,
  batchId: number,
  file: ReceivedFile,
): Promise<void> {
  await execute(
    trx,
    `UPDATE batches SET state = 'Pendiente', content_hash = $3, row_count = $4, order_count = $5, mapping = $6
     WHERE client_id = $1 AND id = $2`,
    [clientId, batchId, file.contentHash, file.rows, file.orders, file.mapping && JSON.stringify(file.mapping)],
  );
}

const FIND_RUNNING_BATCH: Statement<EarlierBatch> = statement(
  'batch-upload.find-running-batch',
  `SELECT id, file_name, created_at FROM batches WHERE client_id = $1 AND state IN ('Pendiente', 'Procesando')`,
);

/** Finds the client's running batch. */
export async function findRunningBatch(trx: Trx, clientId: number): Promise<EarlierBatch | null> {
  const [row] = await run(trx, FIND_RUNNING_BATCH, [clientId]);
  return row ?? null;
}

const FIND_SAME_FILE: Statement<EarlierBatch> = statement(
  'batch-upload.find-same-file',
  `SELECT id, file_name, created_at FROM batches
   WHERE client_id = $1 AND content_hash = $3 AND id <> $2 AND state <> 'Recibiendo'
   ORDER BY created_at DESC LIMIT 1`,
);

/** Finds the latest earlier batch with identical content. */
export async function findSameFile(
  trx: Trx,
  clientId: number,
  batchId: number,
  contentHash: Buffer,
): Promise<EarlierBatch | null> {
  const [row] = await run(trx, FIND_SAME_FILE, [clientId, batchId, contentHash]);
  return row ?? null;
}
