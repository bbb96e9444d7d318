import { cellAt, hasLines, isMarkedText } from '#shared/bulk/cells/cell-at.ts';
import { normalNumber } from '#shared/bulk/cells/read-number.ts';
import type { CsvLayout } from '#shared/bulk/file/csv-reader.ts';
import { normalizeHeader } from '#shared/bulk/file/normalize-header.ts';
import { columnIndexes } from '#shared/bulk/layout/column-indexes.ts';
import { CsvFileError } from '#shared/bulk/rows/errors.ts';
import { restoredZeros } from '#shared/orders/rules/code/barcode.ts';
import { PRODUCT_COLUMNS, type ProductCells, type ProductColumn, REQUIRED_PRODUCT_COLUMNS } from './product-columns.ts';

/**
 * Names of the product columns in shops and spreadsheets, as `normalizeHeader` returns them; the first match counts.
 */
const ALIASES: Readonly<Record<ProductColumn, readonly string[]>> = {
  sku: ['codigo', 'codigo_sku', 'cod', 'articulo', 'codigo_de_articulo'],
  descripcion: ['nombre', 'producto', 'nombre_del_producto', 'detalle', 'description'],
  categoria: ['rubro', 'category'],
  valor: ['precio', 'valor_declarado', 'importe', 'value'],
  largo_cm: ['largo', 'profundidad', 'length'],
  alto_cm: ['alto', 'altura', 'height'],
  ancho_cm: ['ancho', 'width'],
  peso_g: ['peso', 'peso_gramos', 'peso_kg', 'weight'],
  activo: ['habilitado', 'active'],
  codigo_barras: ['codigo_de_barras', 'cod_barras', 'ean', 'ean13', 'ean_13', 'gtin', 'upc', 'barcode'],
};

/**
 * Returns the bar code of a cell, with the zeros that a spreadsheet may have removed from a number, and why its digits may be others
 * than those on the box. Digits that are marked as text are complete.
 */
function barcodeOf(cell: string, code: string): { code: string; doubt?: string } {
  if (isMarkedText(cell)) return { code };
  const restored = restoredZeros(code);
  if (restored) {
    return {
      code: restored,
      doubt: `La celda dice ${code}: la planilla puede haberle sacado ceros de adelante. Revisalo`,
    };
  }
  // Spreadsheets keep 15 digits of a number.
  return /^\d{15}0+$/.test(code)
    ? { code, doubt: 'La planilla puede haber cambiado sus últimos dígitos por ceros. Revisalo' }
    : { code };
}

/** Meaning of the columns in a product file. */
export interface ProductLayout extends CsvLayout<ProductColumn> {
  /** Returns the file's header for a product column; the standard header if the file has none. */
  headerOf(column: ProductColumn): string;
  /** Columns that are interpreted or ignored, to show before the import. */
  notes: readonly string[];
}

/**
 * Recognises the columns of a product file in any order; ignores others.
 *
 * @throws CsvFileError with the headers when a required column is missing or repeated
 */
export function productLayout(headers: readonly string[]): ProductLayout {
  const keys = headers.map(normalizeHeader);
  const nameOf = (column: ProductColumn) => [column, ...ALIASES[column]].find((name) => keys.includes(name));
  const missing = REQUIRED_PRODUCT_COLUMNS.filter((column) => nameOf(column) === undefined);
  if (missing.length > 0) {
    const message = `Al archivo le faltan columnas: ${missing.join(', ')}. Usá la plantilla, o ponele esos nombres`;
    throw new CsvFileError('unknown_columns', message, headers);
  }
  const named = new Map(PRODUCT_COLUMNS.map((column) => [column, nameOf(column)]));
  const used = [...named.values()].filter((name) => name !== undefined);
  const at = columnIndexes(headers, keys, used);
  const columnIndex = (column: ProductColumn) => at.get(named.get(column) ?? '');
  const headerOf = (column: ProductColumn) => headers[columnIndex(column) ?? -1] ?? column;
  const others = headers.filter((header, index) => header !== '' && !used.includes(keys[index] ?? ''));
  const inKilos = /kg|kilo/i.test(headerOf('peso_g'));
  return {
    headerOf,
    notes: [
      ...(inKilos ? [`La columna «${headerOf('peso_g')}» se toma en kilos.`] : []),
      ...(others.length > 0 ? [`Estas columnas no se usan: ${others.join(', ')}.`] : []),
    ],
    cellsOf(record, doubt) {
      const cells = Object.fromEntries(
        PRODUCT_COLUMNS.map((column) => [column, cellAt(record, columnIndex(column), hasLines(column))]),
      );
      const barcode = barcodeOf(record[columnIndex('codigo_barras') ?? -1] ?? '', cells.codigo_barras ?? '');
      if (barcode.doubt) doubt('codigo_barras', barcode.doubt);
      const grams = inKilos ? normalNumber(cells.peso_g ?? '', 'kilos') : null;
      if (grams?.doubt) doubt('peso_g', grams.doubt);
      return { ...cells, codigo_barras: barcode.code, ...(grams && { peso_g: grams.text }) } as ProductCells;
    },
  };
}
