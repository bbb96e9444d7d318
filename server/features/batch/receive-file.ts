import { createHash } from 'node:crypto';
import type { Deps } from '#server/domain/deps.ts';
import { createYield } from '#server/platform/event-loop.ts';
import { openBulkFile } from '#shared/bulk/csv-reader.ts';
import { LastRowIndex } from '#shared/bulk/group-rows.ts';
import type { BulkLimits } from '#shared/bulk/limits.ts';
import type { BulkMapping } from '#shared/bulk/mapping.ts';
import { headerFingerprint } from '#shared/bulk/normalize-header.ts';
import { insertPiece, type ReceivedFile } from './batch-upload.store.ts';

/** Bytes that are kept in one row: the most that this process holds of a file. */
const PIECE_BYTES = 512 * 1024;

/** The limits of this installation. */
export function bulkLimits({ BULK_MAX_ROWS, BULK_MAX_MB }: Deps['config']): BulkLimits {
  return { rows: BULK_MAX_ROWS, bytes: BULK_MAX_MB * 1024 * 1024 };
}

/**
 * Reads a file while it arrives and keeps it piece by piece, each in a short transaction of its own: what can't be read is
 * known before the sender has gone.
 *
 * @throws CsvFileError for what is no readable file
 */
export async function receiveFile(
  deps: Deps,
  { clientId, batchId }: { clientId: number; batchId: number },
  chunks: AsyncIterable<Buffer>,
  mappings: readonly BulkMapping[],
): Promise<ReceivedFile> {
  const hash = createHash('sha256');
  let held: Buffer[] = [];
  let size = 0;
  let n = 0;

  async function keep(): Promise<void> {
    if (size === 0) return;
    const piece = Buffer.concat(held);
    held = [];
    size = 0;
    n += 1;
    await deps.db.withClient(clientId, (trx) => insertPiece(trx, clientId, batchId, n, piece));
  }

  async function* kept(): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
      held.push(chunk);
      size += chunk.length;
      if (size >= PIECE_BYTES) await keep();
    }
    await keep();
  }

  const file = await openBulkFile(kept(), { limits: bulkLimits(deps.config), mappings });
  const last = new LastRowIndex();
  const yieldToEventLoop = createYield();
  let rows = 0;
  for await (const some of file.rows) {
    rows += some.length;
    last.add(some);
    await yieldToEventLoop();
  }
  const key = headerFingerprint(file.headers);
  const mapping =
    file.layout.kind === 'mapped' ? (mappings.find(({ headers }) => headerFingerprint(headers) === key) ?? null) : null;
  return { contentHash: hash.digest(), rows, orders: last.orders, mapping };
}
