import type { Catalogue } from '#shared/bulk/catalogue.ts';
import type { BulkLayout } from '#shared/bulk/column-layout.ts';
import { type BulkRow, fileTooLargeError } from '#shared/bulk/csv-reader.ts';
import type { BulkMapping } from '#shared/bulk/mapping.ts';
import { mergeItems } from '#shared/bulk/merge-items.ts';
import { headerFingerprint } from '#shared/bulk/normalize-header.ts';
import { openBulkFile } from '#shared/bulk/open-bulk-file.ts';
import { BulkSheet } from '#shared/bulk/sheet.ts';
import { listProducts } from '#shared/products.ts';
import { call } from '#web/lib/api.ts';
import { currentSession } from '#web/lib/session-store.ts';
import { currentSettings } from '#web/lib/settings.ts';
import { readChunks, requireCsvName, yieldToEventLoop } from '#web/parts/csv-file/csv-file.ts';
import { bulkLimits } from './bulk-limits.ts';
import { findFileZips, ZIPS_UNCHECKED } from './zip-lookups.ts';

/** Maximum milliseconds of work before yielding to the event loop. */
const TIME_SLICE_MS = 20;

/** Query for the active products, exactly as specified (D1 §7). */
const ACTIVE_PRODUCTS_QUERY = { page: 1, limit: 9999, filter: { active: 1, only_with_dolar_price: false } };

/** Note on a file whose SKUs couldn't be checked. */
export const PRODUCTS_UNCHECKED =
  'Acá no pudimos ver tu catálogo de productos: al procesar el lote puede rechazarse alguno que no esté.';

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
  const slice = createTimeSlices(signal);
  for await (const part of rows) {
    read.push(part);
    await slice.yieldIfOver();
  }
  const { products, complete: productsComplete } = await activeProducts(read);
  const rowsToCheck = layout.addsItems ? [mergeItems(read.flat(), products)] : read;
  const { sheet, zipsComplete } = await checkedSheet(rowsToCheck, products, { onRead, signal });
  const key = headerFingerprint(headers);
  const mapping = mappings.find((saved) => headerFingerprint(saved.headers) === key) ?? null;
  const notes = [
    ...layout.notes,
    ...(zipsComplete ? [] : [ZIPS_UNCHECKED]),
    ...(productsComplete ? [] : [PRODUCTS_UNCHECKED]),
  ];
  return { file, layout: { ...layout, notes }, mapping: layout.kind === 'mapped' ? mapping : null, sheet };
}

/**
 * Builds the sheet of a file's rows and checks it, in time slices.
 *
 * @param products the client's active products by SKU; undefined when only the server checks SKUs
 */
export async function checkedSheet(
  read: readonly BulkRow[][],
  products: Catalogue,
  { onRead, signal }: { onRead: OnRead; signal: AbortSignal },
): Promise<{ sheet: BulkSheet; zipsComplete: boolean }> {
  const session = currentSession();
  const { zips, complete } = await findFileZips(read, signal);
  signal.throwIfAborted();
  const sheet = new BulkSheet({
    reverseLogistics: session?.reverseLogistics ?? false,
    fulfillment: session?.fulfillment ?? false,
    strict: currentSettings().strict,
    ...(products && { products }),
    zips,
  });
  const slice = createTimeSlices(signal);
  for (const part of read) {
    sheet.add(part);
    await slice.yieldIfOver();
  }
  const { orders } = sheet.counts();
  let checked = 0;
  const checkNext = () => {
    if (slice.isOver()) return false;
    checked += 1;
    return true;
  };
  while (!sheet.check(checkNext)) {
    onRead(0.5 + checked / orders / 2);
    await slice.yieldIfOver();
  }
  return { sheet, zipsComplete: complete };
}

/** Divides long work into slices, between which the tab handles its events. */
export function createTimeSlices(signal: AbortSignal) {
  let until = performance.now() + TIME_SLICE_MS;
  const isOver = () => performance.now() > until;
  return {
    isOver,
    /** @throws the signal's reason when aborted */
    async yieldIfOver(): Promise<void> {
      if (!isOver()) return;
      await yieldToEventLoop();
      signal.throwIfAborted();
      until = performance.now() + TIME_SLICE_MS;
    },
  };
}

/** Products to check a file's SKUs against. */
interface FileProducts {
  /** Undefined when no row has a SKU, or when the catalogue couldn't be loaded as a whole. */
  products: Catalogue;
  /** False when only the server can check the SKUs. */
  complete: boolean;
}

/** Returns the client's active products if a row has a SKU. */
export async function activeProducts(read: readonly (readonly { cells: { sku: string } }[])[]): Promise<FileProducts> {
  if (!read.some((part) => part.some(({ cells }) => cells.sku !== ''))) return { products: undefined, complete: true };
  const { results, pagination } = await call(listProducts, { query: ACTIVE_PRODUCTS_QUERY }).catch(() => ({
    results: null,
    pagination: undefined,
  }));
  if (!results || (pagination?.total ?? 0) > results.length) return { products: undefined, complete: false };
  const products = new Map(results.map((product) => [String(product.sku ?? '').toLowerCase(), product]));
  return { products, complete: true };
}
