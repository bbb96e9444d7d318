import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { countAttempt } from '#server/cluster/rate-limit.ts';
import type { Trx } from '#server/db/connection.ts';
import { idempotencyKeyExists, runIdempotent } from '#server/db/idempotency.ts';
import type { Deps } from '#server/integrations/deps.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { discardBody, readUpload, UPLOAD_MS } from '#server/platform/http/request/upload.ts';
import { violatedUniqueKey } from '#server/platform/unique-violation.ts';
import type * as calls from '#shared/bulk/batches.ts';
import { fileTooLargeError } from '#shared/bulk/file/csv-reader.ts';
import { CsvFileError } from '#shared/bulk/rows/errors.ts';
import { localTime } from '#shared/kit/days.ts';
import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { integer, pluralize } from '#shared/kit/text/format.ts';
import { HOUR_SECONDS } from '#shared/kit/time-units.ts';
import { readMappings } from './batch-mapping.ts';
import { batchJobs } from './batch-queue.ts';
import {
  deleteIncompleteBatch,
  type EarlierBatch,
  findRunningBatch,
  findSameFile,
  insertBatch,
  markBatchReceived,
  type ReceivedFile,
} from './batch-upload.store.ts';
import { bulkLimits, receiveFile } from './receive-file.ts';

/** Form field of the file (D2 §7). */
const FIELD = 'file';

/** Rate limit: uploads per client and hour. */
const UPLOADS_PER_HOUR = 20;

/** Maximum size of the form without the file, in bytes. */
const FORM_BYTES = 64 * 1024;

type Reply = ReplyOf<typeof calls.uploadBatch>;

/** An arriving file. */
export interface IncomingFile {
  body: Readable;
  headers: IncomingHttpHeaders;
  /** The sender's idempotency key, or null. */
  key: string | null;
}

/**
 * Receives a file of orders (D2 §7, readings S12, S17): checks it while it arrives, stores it, and enqueues the job
 * that processes it after the commit. The same file may be uploaded again: the job skips existing orders. On an error
 * nothing is stored.
 *
 * @throws Failure 409 while another batch of the client runs, 413 for a file that is too large, 422 for a file that
 *   can't be read, 429 for too many uploads
 */
export async function uploadBatch(deps: Deps, caller: Caller, file: IncomingFile): Promise<Reply> {
  const { bytes } = bulkLimits(deps.config);
  try {
    await countAttempt(deps, [
      { name: 'upload', subject: String(caller.clientId), limit: UPLOADS_PER_HOUR, seconds: HOUR_SECONDS },
    ]);
    // A repeated upload (idempotency key) gets its first reply even while a batch runs.
    const repeated = file.key !== null && (await idempotencyKeyExists(deps.db, caller.clientId, file.key));
    if (!repeated) await deps.db.withClient(caller.clientId, (trx) => refuseWhileRunning(trx, caller.clientId));
    if (Number(file.headers['content-length']) > bytes + FORM_BYTES) throw fileTooLargeError(bytes);
    return await storeFile(deps, caller, file);
  } catch (error) {
    discardBody(file.body, 2 * bytes);
    throw error instanceof CsvFileError ? refused(error) : error;
  }
}

function refused({ code, message, headers }: CsvFileError): Failure {
  const status = code === 'too_large' ? 413 : 422;
  const columns = headers.length > 0 && code === 'unknown_columns' ? ` (${headers.slice(0, 10).join(', ')})` : '';
  return new Failure(status, message, [{ field: FIELD, message: `${message}${columns}` }]);
}

async function refuseWhileRunning(trx: Trx, clientId: number): Promise<void> {
  const running = await findRunningBatch(trx, clientId);
  if (running) throw batchRunning(running);
}

const batchRunning = ({ id, file_name }: EarlierBatch) =>
  new Failure(409, `Todavía estamos procesando el lote #${id} (${file_name}). Esperá a que termine para subir otro`);

async function storeFile(deps: Deps, caller: Caller, { body, headers, key }: IncomingFile): Promise<Reply> {
  const { clientId, userId } = caller;
  const upload = await readUpload(body, headers, FIELD);
  if (!/\.csv$/i.test(upload.name)) {
    const message = 'Elegí un archivo .csv';
    throw new Failure(422, message, [{ field: FIELD, message }]);
  }
  const now = deps.clock();
  const abandonedBefore = new Date(now.getTime() - 2 * UPLOAD_MS);
  const mappings = await readMappings(deps, clientId);
  const batchId = await deps.db.withClient(clientId, (trx) =>
    insertBatch(trx, clientId, { fileName: upload.name, userId, now, abandonedBefore }),
  );
  let accepted = false;
  try {
    const received = await receiveFile(deps, { clientId, batchId }, upload.chunks, mappings);
    const reply = await completeUpload(deps, clientId, batchId, { ...received, name: upload.name, key });
    accepted = reply.results.id === batchId;
    return reply;
  } finally {
    // Best effort: the next upload deletes what remains.
    if (!accepted)
      await deps.db.withClient(clientId, (trx) => deleteIncompleteBatch(trx, clientId, batchId)).catch(() => {});
  }
}

async function completeUpload(
  deps: Deps,
  clientId: number,
  batchId: number,
  file: ReceivedFile & { name: string; key: string | null },
): Promise<Reply> {
  const body = { name: file.name, content: file.contentHash.toString('hex') };
  const write = { clientId, key: file.key, call: 'POST /v1/client/lote_order/csv_upload', body };
  try {
    return await runIdempotent(deps.db, write, async (trx) => {
      const [duplicate] = await Promise.all([
        findSameFile(trx, clientId, batchId, file.contentHash),
        markBatchReceived(trx, clientId, batchId, file),
        deps.jobs.enqueue(trx, batchJobs, { clientId, batchId }),
      ]);
      deps.events.record(trx, clientId, 'batch.received', { id: batchId, orders: file.orders });
      return uploadReply(batchId, file, duplicate);
    });
  } catch (error) {
    if (violatedUniqueKey(error) !== 'one_running_batch') throw error;
    await deps.db.withClient(clientId, (trx) => refuseWhileRunning(trx, clientId));
    // The other batch has ended since.
    throw new Failure(409, 'Todavía estábamos procesando otro lote. Probá de nuevo');
  }
}

function uploadReply(id: number, file: ReceivedFile & { name: string }, duplicate: EarlierBatch | null): Reply {
  const { name, rows, orders } = file;
  const known = duplicate
    ? ` Es igual al archivo del lote #${duplicate.id} (${spanishTime(duplicate.created_at)}): las órdenes que ya existen se omiten.`
    : '';
  return {
    message: `Recibimos ${name}: ${pluralize(orders, 'orden', 'órdenes')} en ${integer(rows)} ${rows === 1 ? 'fila' : 'filas'}.${known}`,
    results: {
      id,
      archivo: name,
      cantidad: orders,
      filas: rows,
      igual_a: duplicate && { id: duplicate.id, fecha: spanishTime(duplicate.created_at) },
    },
  };
}

/** Formats a time as 'dd/mm/yyyy hh:mm' in Buenos Aires time (readings C43). */
function spanishTime(moment: Date): string {
  const { day, time } = localTime(moment.getTime());
  const [year, month, date] = day.split('-');
  return `${date}/${month}/${year} ${time}`;
}
