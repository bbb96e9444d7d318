import { similarSkus } from '#shared/bulk/doubts/similar-sku.ts';
import type { BulkRow } from '#shared/bulk/file/csv-reader.ts';
import type { BulkLayout, FileRow } from '#shared/bulk/layout/bulk-layout.ts';
import { type Catalogue, catalogueOf } from '#shared/bulk/layout/catalogue.ts';
import { BulkSheet } from '#shared/bulk/rows/sheet.ts';
import type { ShopChoices } from '#shared/bulk/shops/shop-format.ts';
import { listProducts } from '#shared/products.ts';
import { createTimeSlices } from '#web/bulk/sender/uploads/time-slices.ts';
import { call } from '#web/lib/api.ts';
import { hasCapability } from '#web/lib/capabilities.ts';
import { currentSession } from '#web/lib/session-store.ts';
import { COLUMN_LABELS } from './column-labels.ts';
import { missingSkusNote } from './missing-skus.ts';
import type { OpenedFile, Reading } from './open-file.ts';
import { shopExport } from './shop-export.ts';
import { shopNotes } from './shop-notes.ts';
import { valuesNote } from './values-note.ts';
import { findFileZips, ZIPS_UNCHECKED } from './zip-lookups.ts';

/** Query for the active products, exactly as specified (D1 §7). */
const ACTIVE_PRODUCTS_QUERY = { page: 1, limit: 9999, filter: { active: 1, only_with_dolar_price: false } };

/** Note on a file whose SKUs couldn't be checked. */
const PRODUCTS_UNCHECKED =
  'Acá no pudimos ver tu catálogo de productos: al procesar el lote puede rechazarse alguno que no esté.';

/** Note on a file with prices of single items whose sender keeps no products here: the SKUs of all its orders are dropped. */
const NO_PRODUCTS =
  'No tenés productos activos en el catálogo: las órdenes van sin SKU ni cantidad, solo con el valor de sus unidades.';

/** A parsed file: its column layout and its rows. */
export interface ReadFile {
  opened: OpenedFile;
  layout: BulkLayout;
  sheet: BulkSheet;
}

/**
 * Converts the orders of a file to rows of the template and checks them by the server's rules, in time slices.
 *
 * @param choices what the sender decided for all orders of a shop's export; undefined for any other file
 * @throws the signal's reason when aborted
 */
export async function fileSheet(
  opened: OpenedFile,
  choices: ShopChoices | undefined,
  { onRead, signal }: Reading,
): Promise<ReadFile> {
  const { layout, orders } = opened;
  const { complete, ...catalogue } = await activeProducts(orders);
  const slice = createTimeSlices(signal);
  const read: BulkRow[][] = [];
  for (const rows of orders) {
    read.push(layout.ordersOf(rows, { ...catalogue, ...(choices && { choices }) }).rows);
    await slice.yieldIfOver();
  }
  const { sheet, zipsComplete } = await checkedSheet(read, catalogue, { onRead, signal });
  const shop = choices && shopExport(opened);
  const found = [valuesNote(layout, sheet), missingSkusNote(sheet, layout)];
  const notes = [
    ...layout.notes,
    ...(shop ? shopNotes(shop, choices, catalogue.products) : []),
    ...(layout.addsItems && catalogue.products?.size === 0 ? [NO_PRODUCTS] : []),
    ...found.filter((note) => note !== null),
    ...(zipsComplete ? [] : [ZIPS_UNCHECKED]),
    ...(complete ? [] : [PRODUCTS_UNCHECKED]),
  ];
  // Its own headers are in the shop's language, and several of them make one column.
  const headers = shop && { headerOf: (column: keyof typeof COLUMN_LABELS) => COLUMN_LABELS[column] };
  return { opened, layout: { ...layout, ...headers, notes }, sheet };
}

/** Builds the sheet of a file's rows and checks it, in time slices. */
async function checkedSheet(
  read: readonly BulkRow[][],
  { products, similarSku }: Omit<FileProducts, 'complete'>,
  { onRead, signal }: Reading,
): Promise<{ sheet: BulkSheet; zipsComplete: boolean }> {
  const session = currentSession();
  const { zips, complete } = await findFileZips(read, signal);
  signal.throwIfAborted();
  const sheet = new BulkSheet({
    reverseLogistics: session?.reverseLogistics ?? false,
    fulfillment: session?.fulfillment ?? false,
    strict: !hasCapability('cuitDocuments'),
    ...(products && { products }),
    ...(similarSku && { similarSku }),
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

/** Products to check a file's SKUs against. */
interface FileProducts {
  /** Undefined when no row has a SKU, or when the catalogue couldn't be loaded as a whole. */
  products: Catalogue;
  similarSku?: (sku: string) => string | null;
  /** False when only the server can check the SKUs. */
  complete: boolean;
}

/** Returns the client's active products if a row has a SKU. */
async function activeProducts(read: readonly (readonly FileRow[])[]): Promise<FileProducts> {
  if (!read.some((part) => part.some(({ cells: { sku = '' } }) => sku !== ''))) {
    return { products: undefined, complete: true };
  }
  const { results, pagination } = await call(listProducts, { query: ACTIVE_PRODUCTS_QUERY }).catch(() => ({
    results: null,
    pagination: undefined,
  }));
  if (!results || (pagination?.total ?? 0) > results.length) return { products: undefined, complete: false };
  const products = results.map((product) => ({ ...product, sku: String(product.sku ?? '') }));
  return { products: catalogueOf(products), similarSku: similarSkus(products), complete: true };
}
