import type { BulkLayout } from '#shared/bulk/layout/bulk-layout.ts';
import { detectLayout } from '#shared/bulk/layout/column-layout.ts';
import type { BulkMapping } from '#shared/bulk/layout/mapping.ts';
import { type BulkLimits, DEFAULT_LIMITS } from '#shared/bulk/rows/limits.ts';
import { type CsvFile, openCsvFile, type Pause } from './csv-reader.ts';

/** A file of orders with a recognised header. */
export type BulkFile = CsvFile<string, BulkLayout>;

export interface ReadOptions {
  limits?: BulkLimits;
  mappings?: readonly BulkMapping[];
  /** As for `openCsvFile`. */
  pause?: Pause;
}

/**
 * Reads a file of orders in any layout that `detectLayout` recognises, for the portal and for the call.
 *
 * @throws CsvFileError as `openCsvFile`
 */
export function openBulkFile(
  chunks: AsyncIterable<Uint8Array>,
  { limits = DEFAULT_LIMITS, mappings = [], pause }: ReadOptions = {},
): Promise<BulkFile> {
  return openCsvFile(chunks, (headers) => detectLayout(headers, mappings), limits, pause);
}
