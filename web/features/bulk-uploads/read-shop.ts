import { fileTooLargeError } from '#shared/bulk/csv-reader.ts';
import { ShopOrders } from '#shared/bulk/shops/group-shop-orders.ts';
import { openShopFile } from '#shared/bulk/shops/shop-file.ts';
import type { LeftOutReason, ShopOrder } from '#shared/bulk/shops/shop-format.ts';
import { readChunks, requireCsvName } from '#web/parts/csv-file/csv-file.ts';
import { bulkLimits } from './bulk-limits.ts';
import { createTimeSlices, type OnRead } from './read-sheet.ts';
import type { ShopExport } from './shop-export.ts';

/**
 * Reads a file if it is the export of a known shop; null for any other file.
 *
 * @throws {CsvFileError} for an export that can't be read to its end; the signal's reason when aborted
 */
export async function readShopExport(
  file: File,
  { onRead, signal }: { onRead: OnRead; signal: AbortSignal },
): Promise<ShopExport | null> {
  const limits = bulkLimits();
  requireCsvName(file);
  if (file.size > limits.bytes) throw fileTooLargeError(limits.bytes);
  const opened = await openShopFile(
    readChunks(file, signal, (share) => onRead(share / 2)),
    limits,
  );
  if (!opened) return null;
  const collected = new ShopOrders();
  let rows = 0;
  for await (const part of opened.rows) {
    collected.add(part);
    rows += part.length;
  }
  const orders = collected.all();
  const { format } = opened.layout;
  const leftOut = new Map<ShopOrder, LeftOutReason>();
  const slice = createTimeSlices(signal);
  for (const order of orders) {
    const reason = format.leftOut(order);
    if (reason) leftOut.set(order, reason);
    await slice.yieldIfOver();
  }
  return { file, format, rows, orders, leftOut };
}
