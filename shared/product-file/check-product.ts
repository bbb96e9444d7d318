import * as z from 'zod/mini';
import type { CsvRow } from '#shared/bulk/csv-reader.ts';
import { type CellError, shortened } from '#shared/bulk/errors.ts';
import { normalizeMeasure, normalizePesos } from '#shared/bulk/normalize-numbers.ts';
import { productForm } from '#shared/products.ts';
import { fold } from '#shared/rules/fold.ts';
import type { ProductColumn } from './columns.ts';

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
};

/** Returns the column of a product's field; null if there is none. */
export const productColumn = (field: string): ProductColumn | null =>
  Object.hasOwn(COLUMN_OF, field) ? COLUMN_OF[field as Field] : null;

const YES = ['', 'si', 's', '1', 'true', 'verdadero', 'activo', 'yes'];
const NO = ['no', 'n', '0', 'false', 'falso', 'inactivo'];

/** Checks one row by the contract for single products; returns each wrong cell with its reason. */
export function checkProduct(
  { row, cells, problems: read }: CsvRow<ProductColumn>,
  categories: Categories,
): { product: ParsedProduct | null; problems: CellError<ProductColumn>[] } {
  const category = categories.find(({ id, name }) => id === cells.categoria || fold(name) === fold(cells.categoria));
  const parsed = z.safeParse(productForm, {
    sku: cells.sku,
    description: cells.descripcion,
    category: category?.id ?? '',
    value: normalizePesos(cells.valor),
    length: normalizeMeasure(cells.largo_cm),
    height: normalizeMeasure(cells.alto_cm),
    width: normalizeMeasure(cells.ancho_cm),
    weight: normalizeMeasure(cells.peso_g),
    active: YES.includes(fold(cells.activo)),
  });
  const wrong = (column: ProductColumn, reason: string) => ({ row, column, value: shortened(cells[column]), reason });
  const problems = [...read];
  for (const { path, message } of parsed.error?.issues ?? []) {
    const column = productColumn(String(path[0]));
    if (column === 'categoria' && cells.categoria !== '') problems.push(wrong(column, unknownCategory(categories)));
    else if (column) problems.push(wrong(column, message));
  }
  if (![...YES, ...NO].includes(fold(cells.activo))) problems.push(wrong('activo', 'Poné SI o NO'));
  return { product: parsed.success && problems.length === 0 ? parsed.data : null, problems };
}

const unknownCategory = (categories: Categories) =>
  `La categoría no existe. Puede ser: ${categories.map(({ name }) => name).join(', ')}`;
