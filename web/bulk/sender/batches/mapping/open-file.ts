import { fileTooLargeError } from '#shared/bulk/file/csv-reader.ts';
import { openBulkFile } from '#shared/bulk/file/open-bulk-file.ts';
import type { BulkLayout, FileRow } from '#shared/bulk/layout/bulk-layout.ts';
import type { BulkMapping } from '#shared/bulk/layout/mapping.ts';
import { readChunks, requireCsvName } from '#web/bulk/csv-file/csv-file.ts';
import { bulkLimits } from '#web/bulk/sender/batches/batch-limits.ts';
import { createTimeSlices } from '#web/bulk/sender/batches/time-slices.ts';

/** How a file is read: receives the progress, 0 to 1, and may be aborted. */
export interface Reading {
  onRead: (share: number) => void;
  signal: AbortSignal;
}

/** A file of orders with its rows in its own columns. */
export interface OpenedFile {
  file: File;
  headers: readonly string[];
  layout: BulkLayout;
  /** The rows of each order number, in the order of their first rows. */
  orders: readonly FileRow[][];
  rows: number;
}

/**
 * Reads a file in the browser as the server reads it. Yields to the event loop between time slices.
 *
 * @throws {CsvFileError} for an unreadable file; the signal's reason when aborted
 */
export async function openFile(
  file: File,
  mappings: readonly BulkMapping[],
  { onRead, signal }: Reading,
): Promise<OpenedFile> {
  const limits = bulkLimits();
  requireCsvName(file);
  if (file.size > limits.bytes) throw fileTooLargeError(limits.bytes);
  const chunks = readChunks(file, signal, (share) => onRead(share / 2));
  const slice = createTimeSlices(signal);
  const { layout, headers, rows } = await openBulkFile(chunks, { limits, mappings, pause: () => slice.yieldIfOver() });
  const orders = new Map<string, FileRow[]>();
  let count = 0;
  for await (const part of rows) {
    for (const row of part) {
      const key = layout.keyOf(row);
      const same = orders.get(key);
      if (same) same.push(row);
      else orders.set(key, [row]);
    }
    count += part.length;
  }
  return { file, headers, layout, orders: [...orders.values()], rows: count };
}
