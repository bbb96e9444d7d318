import type { BulkRules } from '#shared/bulk/check-order.ts';
import type { BulkLayout } from '#shared/bulk/column-layout.ts';
import { type BulkRow, fileTooLargeError, openBulkFile } from '#shared/bulk/csv-reader.ts';
import type { BulkMapping } from '#shared/bulk/mapping.ts';
import { headerFingerprint } from '#shared/bulk/normalize-header.ts';
import { BulkSheet } from '#shared/bulk/sheet.ts';
import { listProducts } from '#shared/products.ts';
import { call } from '#web/lib/api.ts';
import { currentSession } from '#web/lib/session-store.ts';
import { currentSettings } from '#web/lib/settings.ts';
import { CHUNK_BYTES, readChunks, requireCsvName, yieldToEventLoop } from '#web/parts/csv-file/csv-file.ts';
import { findFileZips } from './zip-lookups.ts';

/** Maximum milliseconds of work before yielding to the event loop. */
const TIME_SLICE_MS = 20;

/** Query for the active products, exactly as specified (D1 §7). */
const ACTIVE_PRODUCTS_QUERY = { page: 1, limit: 9999, filter: { active: 1, only_with_dolar_price: false } };

/** Note on a file whose postal codes couldn't all be looked up. */
export const ZIPS_UNCHECKED =
  'Acá no pudimos verificar todos los códigos postales: al procesar el lote puede rechazarse alguno que no sea de su provincia.';

/** Receives the progress of reading and checking, 0 to 1. */
export type OnRead = (share: number) => void;

/** A parsed file: its column layout and its rows. */
export interface ReadFile {
  file: File;
  layout: BulkLayout;
  /** The column mapping, if the file needed one. */
  mapping: BulkMapping | null;
  sheet: BulkSheet;
}

/** Limits of a bulk upload file, from the settings. */
export const bulkLimits = () => {
  const { bulk_max_rows, bulk_max_bytes } = currentSettings();
  return { rows: bulk_max_rows, bytes: bulk_max_bytes };
};

/**
 * Reads a file in the browser and checks its rows by the server's rules. Yields to the event loop between time slices.
 *
 * @throws {CsvFileError} for an unreadable file; the signal's reason when aborted
 */
export async function readSheet(
  file: File,
  mappings: readonly BulkMapping[],
  { onRead, signal }: { onRead: OnRead; signal: AbortSignal },
): Promise<ReadFile> {
  const limits = bulkLimits();
  requireCsvName(file);
  if (file.size > limits.bytes) throw fileTooLargeError(limits.bytes);
  const chunks = readChunks(file, signal, (share) => onRead(share / 2));
  const { layout, headers, rows } = await openBulkFile(chunks, { limits, mappings });
  const read: BulkRow[][] = [];
  for await (const part of rows) read.push(part);

  const session = currentSession();
  const [products, { zips, complete }] = await Promise.all([activeProducts(read), findFileZips(read, signal)]);
  signal.throwIfAborted();
  const sheet = new BulkSheet({
    reverseLogistics: session?.reverseLogistics ?? false,
    fulfillment: session?.fulfillment ?? false,
    strict: currentSettings().strict,
    ...(products && { products }),
    zips,
  });
  let until = performance.now() + TIME_SLICE_MS;
  const yieldSlice = async () => {
    await yieldToEventLoop();
    signal.throwIfAborted();
    until = performance.now() + TIME_SLICE_MS;
  };
  for (const part of read) {
    sheet.add(part);
    if (performance.now() > until) await yieldSlice();
  }
  const { orders } = sheet.counts();
  let checked = 0;
  const checkNext = () => {
    if (performance.now() > until) return false;
    checked += 1;
    return true;
  };
  while (!sheet.check(checkNext)) {
    onRead(0.5 + checked / orders / 2);
    await yieldSlice();
  }
  const key = headerFingerprint(headers);
  const mapping = mappings.find((saved) => headerFingerprint(saved.headers) === key) ?? null;
  const notes = complete ? layout.notes : [...layout.notes, ZIPS_UNCHECKED];
  return { file, layout: { ...layout, notes }, mapping: layout.kind === 'mapped' ? mapping : null, sheet };
}

/**
 * Returns the products to check SKUs against. Undefined when no row has a SKU or the catalogue is incomplete: then only the
 * server checks them.
 */
async function activeProducts(read: readonly BulkRow[][]): Promise<BulkRules['products']> {
  if (!read.some((part) => part.some(({ cells }) => cells.sku !== ''))) return undefined;
  const { results, pagination } = await call(listProducts, { query: ACTIVE_PRODUCTS_QUERY }).catch(() => ({
    results: null,
    pagination: undefined,
  }));
  if (!results || (pagination?.total ?? 0) > results.length) return undefined;
  return new Map(results.map((product) => [String(product.sku ?? '').toLowerCase(), product]));
}

/** Returns the first non-empty row of a file read with a mapping; null when none can be read. */
export async function firstRow(file: File, mapping: BulkMapping): Promise<BulkRow['cells'] | null> {
  const chunks = readChunks(file.slice(0, CHUNK_BYTES), new AbortController().signal, () => undefined);
  try {
    const { rows } = await openBulkFile(chunks, { limits: bulkLimits(), mappings: [mapping] });
    for await (const [row] of rows) if (row) return row.cells;
  } catch {
    // Reading the whole file reports the error.
  }
  return null;
}
