import { createHash } from 'node:crypto';
import type { Deps } from '#server/domain/deps.ts';
import { createRest } from '#server/platform/long-work.ts';
import { LastRows } from '#shared/bulk/group-rows.ts';
import { headersKey } from '#shared/bulk/header-key.ts';
import type { BulkLimits } from '#shared/bulk/limits.ts';
import type { BulkMapping } from '#shared/bulk/mapping.ts';
import { openBulkFile } from '#shared/bulk/read-file.ts';
import { keepPiece, type ReceivedFile } from './batch-upload.store.ts';

/** Bytes that are kept in one row: the most that this process holds of a file. */
const PIECE = 512 * 1024;

/** The limits of this installation. */
export function limitsOf({ BULK_MAX_ROWS, BULK_MAX_MB }: Deps['config']): BulkLimits {
  return { rows: BULK_MAX_ROWS, bytes: BULK_MAX_MB * 1024 * 1024 };
}

/**
 * Reads a file while it arrives and keeps it piece by piece, each in a short transaction of its own: what can't be read is
 * known before the sender has gone.
 *
 * @throws FileProblem for what is no readable file
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
    await deps.db.withClient(clientId, (trx) => keepPiece(trx, clientId, batchId, n, piece));
  }

  async function* kept(): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
      held.push(chunk);
      size += chunk.length;
      if (size >= PIECE) await keep();
    }
    await keep();
  }

  const file = await openBulkFile(kept(), { limits: limitsOf(deps.config), mappings });
  const last = new LastRows();
  const rest = createRest();
  let rows = 0;
  for await (const some of file.rows) {
    rows += some.length;
    last.add(some);
    await rest();
  }
  const key = headersKey(file.headers);
  const mapping =
    file.layout.kind === 'mapped' ? (mappings.find(({ headers }) => headersKey(headers) === key) ?? null) : null;
  return { contentHash: hash.digest(), rows, orders: last.orders, mapping };
}
