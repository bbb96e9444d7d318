import { cellAt, columnIndexes } from '#shared/bulk/column-layout.ts';
import type { CsvLayout } from '#shared/bulk/csv-reader.ts';
import { CsvFileError } from '#shared/bulk/errors.ts';
import { normalizeHeader } from '#shared/bulk/normalize-header.ts';
import { kilosToGrams } from '#shared/bulk/normalize-numbers.ts';
import { PRODUCT_COLUMNS, type ProductCells, type ProductColumn, REQUIRED_PRODUCT_COLUMNS } from './columns.ts';

/** How shops and spreadsheets call our columns, as `normalizeHeader` writes it; the first that a file has is taken. */
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
};

/** What the columns of a catalogue's file mean. */
export interface ProductLayout extends CsvLayout<ProductColumn> {
  /** The file's own header for a column of ours; ours where the file has none. */
  headerOf(column: ProductColumn): string;
  /** What is understood by itself or left aside, to be told before sending. */
  notes: readonly string[];
}

/**
 * Recognises the columns of a catalogue's file, whatever their order; others are left aside.
 *
 * @throws CsvFileError with the headers when one that is needed is missing, or comes twice
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
  const placeOf = (column: ProductColumn) => at.get(named.get(column) ?? '');
  const headerOf = (column: ProductColumn) => headers[placeOf(column) ?? -1] ?? column;
  const others = headers.filter((header, index) => header !== '' && !used.includes(keys[index] ?? ''));
  const inKilos = /kg|kilo/i.test(headerOf('peso_g'));
  return {
    headerOf,
    notes: [
      ...(inKilos ? [`La columna «${headerOf('peso_g')}» se toma en kilos.`] : []),
      ...(others.length > 0 ? [`Estas columnas no se usan: ${others.join(', ')}.`] : []),
    ],
    cellsOf(record) {
      const cells = Object.fromEntries(PRODUCT_COLUMNS.map((column) => [column, cellAt(record, placeOf(column))]));
      return { ...cells, ...(inKilos && { peso_g: kilosToGrams(cells.peso_g ?? '') }) } as ProductCells;
    },
  };
}
