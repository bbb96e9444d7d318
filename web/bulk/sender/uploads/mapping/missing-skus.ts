import type { BulkLayout } from '#shared/bulk/layout/bulk-layout.ts';
import { MISSING_SKU } from '#shared/bulk/rows/check-order.ts';
import type { BulkSheet } from '#shared/bulk/rows/sheet.ts';
import { pluralize } from '#shared/format.ts';

/** Fewest rows for which the remedy is said once for the whole file. */
const MIN_ROWS = 2;

/** Returns how a sender gets on with a file whose quantities have no SKU; null if only single rows are so, whose cells say it. */
export function missingSkusNote(sheet: BulkSheet, layout: BulkLayout): string | null {
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
