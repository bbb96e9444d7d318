import { createHash } from 'node:crypto';
import type { Deps } from '#server/integrations/deps.ts';
import { createYield } from '#server/platform/concurrency/event-loop.ts';
import { openBulkFile } from '#shared/bulk/file/open-bulk-file.ts';
import type { BulkMapping } from '#shared/bulk/layout/mapping.ts';
import { CsvFileError } from '#shared/bulk/rows/errors.ts';
import { LastRowIndex } from '#shared/bulk/rows/group-rows.ts';
import type { BulkLimits } from '#shared/bulk/rows/limits.ts';
import { insertPiece, type ReceivedFile } from './batch-upload.store.ts';

/** Bytes per stored piece: the most that this process buffers of a file. */
const PIECE_BYTES = 512 * 1024;

/** Returns the configured limits of a file. */
export function bulkLimits({ BULK_MAX_ROWS, BULK_MAX_MB }: Deps['config']): BulkLimits {
  return { rows: BULK_MAX_ROWS, bytes: BULK_MAX_MB * 1024 * 1024 };
}

/**
 * Parses a file while it arrives and stores it in pieces, one short transaction each, so that the reply to the upload
 * contains the errors of an unreadable file.
 *
 * @throws CsvFileError for an unreadable file
 */
export async function receiveFile(
  deps: Deps,
  { clientId, batchId }: { clientId: number; batchId: number },
  chunks: AsyncIterable<Buffer>,
  mappings: readonly BulkMapping[],
): Promise<ReceivedFile> {
  const hash = createHash('sha256');
  let buffered: Buffer[] = [];
  let size = 0;
  let n = 0;

  async function storePiece(): Promise<void> {
    if (size === 0) return;
    const piece = Buffer.concat(buffered);
    buffered = [];
    size = 0;
    n += 1;
    await deps.db.withClient(clientId, (trx) => insertPiece(trx, clientId, batchId, n, piece));
  }

  async function* storedChunks(): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
      buffered.push(chunk);
      size += chunk.length;
      if (size >= PIECE_BYTES) await storePiece();
    }
    await storePiece();
  }

  const pause = createYield();
  const file = await openBulkFile(storedChunks(), { limits: bulkLimits(deps.config), mappings, pause });
  const { layout } = file;
  if (layout.choices === null) throw unknownChoicesError(layout.name, file.headers);
  const lastRows = new LastRowIndex(layout.keyOf);
  let rows = 0;
  for await (const some of file.rows) {
    rows += some.length;
    lastRows.add(some);
  }
  return { contentHash: hash.digest(), rows, orders: lastRows.orders, mapping: layout.mapping };
}

/** A shop's export lacks sizes and mode: a person chooses them once, in the portal. */
const unknownChoicesError = (name: string, headers: readonly string[]) =>
  new CsvFileError(
    'unknown_columns',
    `${name}: subila una vez desde el portal, que pregunta las medidas y el modo de entrega. Después la leemos también por acá`,
    headers,
  );
