import { csvLine, UTF8_BOM } from '#shared/csv.ts';
import type { Product } from '#shared/products.ts';

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
] as const;

export type ProductColumn = (typeof PRODUCT_COLUMNS)[number];

/** Cells of a row by column, trimmed; an empty cell is `''`. */
export type ProductCells = Record<ProductColumn, string>;

/** Required columns; a product is active unless its row contains another value. */
export const REQUIRED_PRODUCT_COLUMNS = PRODUCT_COLUMNS.filter((column) => column !== 'activo');

/** Beginning of a product file: byte order mark and header row. */
export const PRODUCT_HEADER = `${UTF8_BOM}${PRODUCT_COLUMNS.join(';')}\r\n`;

/** Builds one row below the header, with formulas escaped (readings S12). */
export function productLine({ sku, description, category, value, length, height, width, weight, active }: Product) {
  const pesos = { pesos: value };
  return csvLine([sku, description, category?.name, pesos, length, height, width, weight, active ? 'SI' : 'NO']);
}

/** Builds one row from typed cells, with the errors after them. */
export function cellsLine(cells: ProductCells, ...more: string[]): string {
  return csvLine([...PRODUCT_COLUMNS.map((column) => cells[column]), ...more]);
}
