import { fileTooLargeError, openCsvFile } from '#shared/bulk/csv-reader.ts';
import { type ProductLayout, productLayout } from '#shared/product-file/column-layout.ts';
import { ProductSheet } from '#shared/product-file/sheet.ts';
import { listProducts, productCategories } from '#shared/products.ts';
import { call } from '#web/lib/api.ts';
import { readChunks, requireCsvName } from '#web/parts/csv-file/csv-file.ts';

/** What a file of a catalogue may hold. */
export const LIMITS = { rows: 10_000, bytes: 5 * 1024 * 1024 };

/** SKUs of the catalogue that one answer brings; those beyond it the gateway alone knows. */
const KNOWN = 9999;

/** A file that was read: what its columns mean, and its rows to correct. */
export interface ReadProducts {
  file: File;
  layout: ProductLayout;
  sheet: ProductSheet;
}

/**
 * Reads a catalogue's file in the browser and checks its rows by the server's own rules.
 *
 * @param onRead told how far it is, 0 to 1
 * @throws {CsvFileError} for what can't be read; an ApiError when the categories can't; the signal's reason when aborted
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
    call(listProducts, { query: { page: 1, limit: KNOWN }, signal }),
  ]);
  const known = (catalogue.results ?? []).map(({ sku }) => String(sku ?? ''));
  const sheet = new ProductSheet(categories.results ?? [], known);
  for await (const part of rows) sheet.add(part);
  return { file, layout, sheet };
}
