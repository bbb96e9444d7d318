import type { BulkLayout } from '#shared/bulk/layout/bulk-layout.ts';
import { BULK_COLUMNS, type BulkColumn } from '#shared/bulk/layout/columns.ts';
import type { BulkMapping } from '#shared/bulk/layout/mapping.ts';
import type { BulkSheet } from '#shared/bulk/rows/sheet.ts';
import { pluralize } from '#shared/format.ts';
import { COLUMN_LABELS } from './column-labels.ts';

/** Columns that a shop's export takes from the person alone; other values complete what some orders lack. */
const SHOP_COLUMNS: readonly BulkColumn[] = ['modo_entrega', 'largo_cm', 'ancho_cm', 'alto_cm'];

/** Returns the columns of the template that have one value in all rows of a client's own file. */
const filledColumns = ({ columns }: BulkMapping) =>
  BULK_COLUMNS.filter((column) => columns[column]?.header === '' && columns[column].value !== '');

/** Returns 'Aplicado a 12 filas: Largo (cm) y Alto (cm).' for values that a person gave for all rows; null without any. */
export function valuesNote({ kind, mapping }: BulkLayout, sheet: BulkSheet): string | null {
  const columns = kind === 'shop' ? SHOP_COLUMNS : kind === 'mapped' && mapping ? filledColumns(mapping) : [];
  if (columns.length === 0) return null;
  // Further items of an order have no values of their own.
  const rows = sheet.rows().filter(({ cells }) => columns.every((column) => cells[column] !== '')).length;
  if (rows === 0) return null;
  const names = new Intl.ListFormat('es-AR').format(columns.map((column) => COLUMN_LABELS[column]));
  return `Aplicado a ${pluralize(rows, 'fila', 'filas')}: ${names}.`;
}
