import { csvLine, UTF8_BOM } from '#shared/kit/text/csv.ts';
import type { Product } from '#shared/orders/product/products.ts';

/** Columns of a product file, in the order of exports and imports. */
export const PRODUCT_COLUMNS = [
  'sku',
  'descripcion',
  'categoria',
  'valor',
  'largo_cm',
  'alto_cm',
  'ancho_cm',
  'peso_g',
  'activo',
  'codigo_barras',
] as const;

export type ProductColumn = (typeof PRODUCT_COLUMNS)[number];

/** Cells of a row by column, trimmed; an empty cell is `''`. */
export type ProductCells = Record<ProductColumn, string>;

/** Required columns; a product is active unless its row contains another value, and keeps its bar code if the file has none. */
export const REQUIRED_PRODUCT_COLUMNS = PRODUCT_COLUMNS.filter(
  (column) => column !== 'activo' && column !== 'codigo_barras',
);

/** Beginning of a product file: byte order mark and header row. */
export const PRODUCT_HEADER = `${UTF8_BOM}${PRODUCT_COLUMNS.join(';')}\r\n`;

/** Beginning of a product file of a strict gateway, which has no bar codes (readings R4). */
export const STRICT_HEADER = PRODUCT_HEADER.replace(';codigo_barras', '');

/** Returns a bar code with an apostrophe before digits: spreadsheets would shorten them and remove zeros. Our reader removes it. */
const barcodeCell = (code: string) => (/^\d+$/.test(code) ? `'${code}` : code);

/**
 * Builds one row below the header, with formulas escaped (readings S12).
 *
 * @param strict leaves out the bar code, as `STRICT_HEADER` does
 */
export function productLine(product: Product, strict = false): string {
  const { sku, description, category, value, length, height, width, weight, active, barcode = '' } = product;
  const measures = [length, height, width, weight];
  const cells = [sku, description, category?.name, { pesos: value }, ...measures, active ? 'SI' : 'NO'];
  return csvLine(strict ? cells : [...cells, barcodeCell(barcode)]);
}

/** Builds one row from typed cells, with the errors after them. */
export function cellsLine(cells: ProductCells, ...more: string[]): string {
  const { codigo_barras } = cells;
  const written = { ...cells, codigo_barras: barcodeCell(codigo_barras) };
  return csvLine([...PRODUCT_COLUMNS.map((column) => written[column]), ...more]);
}
