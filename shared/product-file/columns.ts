import { csvLine, UTF8_BOM } from '#shared/csv.ts';
import type { Product } from '#shared/products.ts';

/** The columns of a catalogue's file, in its order: what an export writes and an import reads. */
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

/** The cells of a row by column, as they were typed: trimmed, nothing is `''`. */
export type ProductCells = Record<ProductColumn, string>;

/** Columns that a file must have; a product is active unless its row says otherwise. */
export const REQUIRED_PRODUCT_COLUMNS = PRODUCT_COLUMNS.filter((column) => column !== 'activo');

/** What a file begins with: the mark of its encoding, and its header row. */
export const PRODUCT_HEADER = `${UTF8_BOM}${PRODUCT_COLUMNS.join(';')}\r\n`;

/** One row below the header, formulas made harmless (readings S12). */
export function productLine({ sku, description, category, value, length, height, width, weight, active }: Product) {
  const pesos = { pesos: value };
  return csvLine([sku, description, category?.name, pesos, length, height, width, weight, active ? 'SI' : 'NO']);
}

/** The same of cells, as they were typed, with what is wrong behind them. */
export function cellsLine(cells: ProductCells, ...more: string[]): string {
  return csvLine([...PRODUCT_COLUMNS.map((column) => cells[column]), ...more]);
}
