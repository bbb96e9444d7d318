import { fileTooLargeError, openCsvFile } from '#shared/bulk/file/csv-reader.ts';
import { type ProductLayout, productLayout } from '#shared/bulk/product-file/product-layout.ts';
import { ProductSheet } from '#shared/bulk/product-file/product-sheet.ts';
import { listProducts, productCategories } from '#shared/orders/product/products.ts';
import { readChunks, requireCsvName } from '#web/bulk/csv-file/csv-file.ts';
import { call } from '#web/kit/call/api.ts';

/** Limits of a catalogue file. */
export const LIMITS = { rows: 10_000, bytes: 5 * 1024 * 1024 };

/** Maximum SKUs loaded to recognize existing products; only the gateway recognizes SKUs beyond it. */
const MAX_KNOWN_SKUS = 9999;

/** A parsed file: its column layout and its rows. */
export interface ReadProducts {
  file: File;
  layout: ProductLayout;
  sheet: ProductSheet;
}

/**
 * Reads a catalogue file in the browser and checks its rows by the server's rules.
 *
 * @param onRead receives the progress, 0 to 1
 * @throws {CsvFileError} for an unreadable file
 * @throws {ApiError} when categories or products can't be loaded
 * @throws the signal's reason when aborted
 */
export async function readProducts(
  file: File,
  { onRead, signal }: { onRead: (share: number) => void; signal: AbortSignal },
): Promise<ReadProducts> {
  requireCsvName(file);
  if (file.size > LIMITS.bytes) throw fileTooLargeError(LIMITS.bytes);
  const { layout, rows } = await openCsvFile(readChunks(file, signal, onRead), productLayout, LIMITS);
  const [categories, catalogue] = await Promise.all([
    call(productCategories, { signal }),
    call(listProducts, { query: { page: 1, limit: MAX_KNOWN_SKUS }, signal }),
  ]);
  const knownSkus = catalogue.results.map(({ sku }) => String(sku ?? ''));
  const sheet = new ProductSheet(categories.results, knownSkus);
  for await (const part of rows) sheet.add(part);
  return { file, layout, sheet };
}
