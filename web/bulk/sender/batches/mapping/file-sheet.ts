import { similarSkus } from '#shared/bulk/doubts/similar-sku.ts';
import type { BulkRow } from '#shared/bulk/file/csv-reader.ts';
import type { BulkLayout, FileRow } from '#shared/bulk/layout/bulk-layout.ts';
import { type Catalogue, catalogueOf } from '#shared/bulk/layout/catalogue.ts';
import { BULK_COLUMNS, type BulkColumn } from '#shared/bulk/layout/columns.ts';
import type { BulkMapping } from '#shared/bulk/layout/mapping.ts';
import { MISSING_SKU } from '#shared/bulk/rows/check-order.ts';
import { BulkSheet } from '#shared/bulk/rows/sheet.ts';
import { wholeNumberLine } from '#shared/bulk/shops/order-number.ts';
import type { ShopChoices } from '#shared/bulk/shops/shop-format.ts';
import { losesItems } from '#shared/bulk/shops/shop-rows.ts';
import { pluralize } from '#shared/kit/text/format.ts';
import { listProducts } from '#shared/orders/product/products.ts';
import { createTimeSlices } from '#web/bulk/sender/batches/time-slices.ts';
import { call } from '#web/kit/call/api.ts';
import { hasCapability } from '#web/kit/call/capabilities.ts';
import { currentSession } from '#web/kit/call/session-store.ts';
import { COLUMN_LABELS } from './column-labels.ts';
import type { OpenedFile, Reading } from './open-file.ts';
import { countLeftOut, ordersToSend, type ShopExport, shopExport } from './shop-export.ts';
import { leftOutText } from './shop-texts.ts';
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

/** Fewest rows for which the remedy is said once for the whole file. */
const MIN_ROWS = 2;

/** Returns how a sender gets on with a file whose quantities have no SKU; null if only single rows are so, whose cells say it. */
function missingSkusNote(sheet: BulkSheet, layout: BulkLayout): string | null {
  const count = sheet.problems().filter(({ reason }) => reason === MISSING_SKU).length;
  if (count < MIN_ROWS) return null;
  return `En el archivo, ${pluralize(count, 'fila tiene', 'filas tienen')} cantidad pero no SKU. Poné los SKU${otherRemedy(sheet, layout)}.`;
}

/** Returns the remedy for goods that are no products; none where the quantities are needed for values, which would become wrong. */
function otherRemedy(sheet: BulkSheet, { kind, headerOf, addsItems }: BulkLayout): string {
  if (addsItems) return '';
  const header = headerOf('cantidad');
  const isNeeded = sheet.rows().some(({ cells }) => cells.sku !== '' && cells.cantidad !== '');
  return kind === 'mapped' && !isNeeded
    ? ` o, si van sin productos, elegí «No se usa» para «${header}» en «Cambiar columnas»`
    : ` o, donde van sin productos, vaciá «${header}» en el archivo y volvé a subirlo`;
}

/** Returns what the sender should know about a converted export: which orders stay out, and what was left out of others. */
function shopNotes(shop: ShopExport, { values, takenIn }: ShopChoices, products: Catalogue): string[] {
  const orders = ordersToSend(shop, takenIn);
  const out = [...countLeftOut(shop)].filter(([reason]) => !takenIn.has(reason));
  const long = orders.filter(({ cells }) => wholeNumberLine(cells.order) !== '').length;
  const bare = orders.filter((order) => losesItems(order, shop.format, values, products)).length;
  return [
    ...(out.length > 0
      ? [`Quedan afuera: ${out.map(([reason, count]) => leftOutText(reason, count)).join(', ')}.`]
      : []),
    ...(long > 0
      ? [
          `Acortamos ${pluralize(long, 'número', 'números')} de orden de más de 20 caracteres. El número entero está en Observaciones.`,
        ]
      : []),
    ...(bare > 0
      ? [
          `${pluralize(bare, 'orden va', 'órdenes van')} sin sus productos, solo con el valor: hay SKU que no están en tu catálogo.`,
        ]
      : []),
  ];
}

/** Columns that a shop's export takes from the person alone; other values complete what some orders lack. */
const SHOP_COLUMNS: readonly BulkColumn[] = ['modo_entrega', 'largo_cm', 'ancho_cm', 'alto_cm'];

/** Returns the columns of the template that have one value in all rows of a client's own file. */
const filledColumns = ({ columns }: BulkMapping) =>
  BULK_COLUMNS.filter((column) => columns[column]?.header === '' && columns[column].value !== '');

/** Returns 'Aplicado a 12 filas: Largo (cm) y Alto (cm).' for values that a person gave for all rows; null without any. */
function valuesNote({ kind, mapping }: BulkLayout, sheet: BulkSheet): string | null {
  const columns = kind === 'shop' ? SHOP_COLUMNS : kind === 'mapped' && mapping ? filledColumns(mapping) : [];
  if (columns.length === 0) return null;
  // Further items of an order have no values of their own.
  const rows = sheet.rows().filter(({ cells }) => columns.every((column) => cells[column] !== '')).length;
  if (rows === 0) return null;
  const names = new Intl.ListFormat('es-AR').format(columns.map((column) => COLUMN_LABELS[column]));
  return `Aplicado a ${pluralize(rows, 'fila', 'filas')}: ${names}.`;
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
