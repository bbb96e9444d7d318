import type { BulkLayout } from '#shared/bulk/bulk-layout.ts';
import { MISSING_SKU } from '#shared/bulk/check-order.ts';
import type { BulkSheet } from '#shared/bulk/sheet.ts';
import { pluralize } from '#shared/format.ts';

/** Fewest rows for which the remedy is said once for the whole file. */
const MIN_ROWS = 2;

/** Returns how a sender gets on with a file whose quantities have no SKU; null if only single rows are so, whose cells say it. */
export function missingSkusNote(sheet: BulkSheet, { kind, headerOf }: BulkLayout): string | null {
  const count = sheet.problems().filter(({ reason }) => reason === MISSING_SKU).length;
  if (count < MIN_ROWS) return null;
  const header = headerOf('cantidad');
  const found = `${pluralize(count, 'fila tiene', 'filas tienen')} cantidad pero no SKU.`;
  if (kind !== 'mapped')
    return `${found} Poné los SKU o, si van sin productos, vaciá «${header}» en el archivo y volvé a subirlo.`;
  const isCounted = sheet.rows().some(({ cells }) => cells.sku !== '' && cells.cantidad !== '');
  const loss = isCounted ? ': los que tienen SKU van de a una unidad' : '';
  return `${found} Poné los SKU o, si van sin productos, elegí «No se usa» para «${header}» en «Cambiar columnas»${loss}.`;
}
