import * as z from 'zod/mini';
import { type NumberUnit, normalNumber } from '#shared/bulk/cells/read-number.ts';
import { SHORT_NUMBERS, type SpreadsheetCell, spreadsheetArtifact } from '#shared/bulk/doubts/spreadsheet-artifacts.ts';
import type { CsvRow } from '#shared/bulk/file/csv-reader.ts';
import { type CellError, shortened } from '#shared/bulk/rows/errors.ts';
import { fold } from '#shared/kit/text/fold.ts';
import { productForm } from '#shared/orders/product/new-product.ts';
import { unusualMeasures } from '#shared/orders/rules/shipment/unusual-measures.ts';
import { PRODUCT_COLUMNS, type ProductColumn } from './product-columns.ts';

/** The provider's categories. */
export type Categories = readonly { id: string; name: string }[];

/** A product after parsing; `value` in cents. */
export type ParsedProduct = z.output<typeof productForm>;

type Field = keyof ParsedProduct;

const COLUMN_OF: Record<Field, ProductColumn> = {
  sku: 'sku',
  description: 'descripcion',
  category: 'categoria',
  value: 'valor',
  length: 'largo_cm',
  height: 'alto_cm',
  width: 'ancho_cm',
  weight: 'peso_g',
  active: 'activo',
  barcode: 'codigo_barras',
};

/** Returns the column of a product's field; null if there is none. */
export const productColumn = (field: string): ProductColumn | null =>
  Object.hasOwn(COLUMN_OF, field) ? COLUMN_OF[field as Field] : null;

const YES = ['', 'si', 's', '1', 'true', 'verdadero', 'activo', 'yes'];
const NO = ['no', 'n', '0', 'false', 'falso', 'inactivo'];

/** Columns with numbers, which can't contain formulas and dates. */
const NUMBERS = {
  valor: 'pesos',
  largo_cm: 'cm',
  alto_cm: 'cm',
  ancho_cm: 'cm',
  peso_g: 'grams',
} as const satisfies Partial<Record<ProductColumn, NumberUnit>>;

/** A whole number as a spreadsheet shows it in groups: `1,001` for 1001. */
const GROUPS = /^[1-9]\d{0,2}(?:([.,])\d{3}(?:\1\d{3})*)(?:[.,]0{1,2})?$/;

/** Artifacts to check in a column; others contain plain text. */
const artifactsOf = (column: ProductColumn): SpreadsheetCell => {
  if (column === 'codigo_barras') return { formula: true, date: 'number', decimals: true };
  return Object.hasOwn(NUMBERS, column) ? { formula: true, date: 'figure' } : {};
};

/** Result of checking a row. */
export interface CheckedProduct {
  /** Null when the row has errors. */
  product: ParsedProduct | null;
  problems: CellError<ProductColumn>[];
  /** Cells whose values may be others. */
  doubts: CellError<ProductColumn>[];
}

/**
 * Checks one row by the contract for single products; returns each wrong or doubtful cell with its reason. An empty bar code leaves the
 * product's own, since files of a shop often lack it.
 *
 * @param isKnown whether the catalogue contains the row's SKU, which then is one even if it looks like a changed number ('12E-34')
 */
export function checkProduct(
  { row, cells, problems: read, doubts: guessed = [] }: CsvRow<ProductColumn>,
  { categories, isKnown }: { categories: Categories; isKnown: boolean },
): CheckedProduct {
  const number = (column: keyof typeof NUMBERS) => normalNumber(cells[column], NUMBERS[column]);
  const category = categories.find(({ id, name }) => id === cells.categoria || fold(name) === fold(cells.categoria));
  const parsed = z.safeParse(productForm, {
    sku: cells.sku,
    description: cells.descripcion,
    category: category?.id ?? '',
    value: number('valor').text,
    length: number('largo_cm').text,
    height: number('alto_cm').text,
    width: number('ancho_cm').text,
    weight: number('peso_g').text,
    active: YES.includes(fold(cells.activo)),
    ...(cells.codigo_barras !== '' && { barcode: cells.codigo_barras }),
  });
  const wrong = (column: ProductColumn, reason: string) => ({ row, column, value: shortened(cells[column]), reason });
  const artifacts = PRODUCT_COLUMNS.flatMap((column) => {
    if (column === 'sku' && isKnown) return [];
    const reason = spreadsheetArtifact(cells[column], artifactsOf(column));
    return reason ? [wrong(column, reason)] : [];
  });
  const problems = [...read, ...artifacts];
  const doubts = [...guessed];
  const add = (column: ProductColumn, reason: string) => {
    if (!problems.some((problem) => problem.column === column)) problems.push(wrong(column, reason));
  };
  for (const column of Object.keys(NUMBERS) as (keyof typeof NUMBERS)[]) {
    const { doubt, wrong: otherUnit } = number(column);
    if (otherUnit) add(column, otherUnit);
    if (doubt) doubts.push(wrong(column, doubt));
  }
  for (const { path, message } of parsed.error?.issues ?? []) {
    const column = productColumn(String(path[0]));
    if (column === 'categoria' && cells.categoria !== '') add(column, unknownCategory(categories));
    else if (column) add(column, message);
  }
  const changedSku = isKnown || artifacts.some(({ column }) => column === 'sku') ? null : changedSkuReason(cells.sku);
  if (changedSku) doubts.push(wrong('sku', changedSku));
  for (const { field, text } of parsed.success ? unusualMeasures(parsed.data) : []) {
    doubts.push(wrong(COLUMN_OF[field], `El producto ${text}.`));
  }
  if (![...YES, ...NO].includes(fold(cells.activo))) add('activo', 'Poné SI o NO');
  return { product: parsed.success && problems.length === 0 ? parsed.data : null, problems, doubts };
}

/** Returns why an unknown SKU may be another one that a spreadsheet changed; null for any other SKU. A SKU may look like either. */
function changedSkuReason(sku: string): string | null {
  if (!SHORT_NUMBERS.test(sku) && spreadsheetArtifact(sku, { date: 'figure' })) {
    return 'La planilla puede haberlo convertido en una fecha. Revisalo';
  }
  if (spreadsheetArtifact(sku, { decimals: true })) return 'La planilla puede haberle agregado decimales. Revisalo';
  return GROUPS.test(sku) ? 'La planilla puede haberle agregado separadores de miles. Revisalo' : null;
}

const unknownCategory = (categories: Categories) =>
  `La categoría no existe. Puede ser: ${categories.map(({ name }) => name).join(', ')}`;
