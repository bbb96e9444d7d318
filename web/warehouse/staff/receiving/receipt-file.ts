import { cellAt } from '#shared/bulk/cells/cell-at.ts';
import { hashText } from '#shared/bulk/file/hash-text.ts';
import { normalizeHeader } from '#shared/bulk/file/normalize-header.ts';
import { readTable } from '#shared/bulk/file/read-table.ts';
import { CsvFileError } from '#shared/bulk/rows/errors.ts';
import type { BulkLimits } from '#shared/bulk/rows/limits.ts';
import type { Day } from '#shared/kit/days.ts';
import type { ReceiptCells, ReceiptRow } from './receipt-list.ts';

/** Limits of one file: a day of a large warehouse. */
export const RECEIPT_LIMITS: BulkLimits = { rows: 2000, bytes: 1024 * 1024 };

/** Columns of a file, with the headers that name them. */
const HEADERS: Record<keyof ReceiptCells | 'id', readonly string[]> = {
  sku: ['sku', 'codigo', 'articulo'],
  lot: ['lote', 'lot'],
  units: ['unidades', 'cantidad', 'units'],
  expiry: ['vence', 'vencimiento', 'expiry'],
  criticality: ['critico', 'critico_desde', 'fecha_criticidad', 'criticality'],
  description: ['descripcion', 'description'],
  id: ['ingreso', 'remito', 'receipt_id'],
};

/**
 * Reads a CSV file of receipts. A receipt's id is its cell `ingreso`, else derived from the client, the day and the row's contents, so
 * that the same file, also corrected, counts once on a day.
 *
 * @throws CsvFileError for a file without the columns sku, lote and unidades, without rows, or with too many
 */
export function readReceiptFile(
  text: string,
  { name, client, today }: { name: string; client: string; today: Day },
): ReceiptRow[] {
  const [header, ...records] = readTable(text).records;
  const names = header?.cells.map(normalizeHeader) ?? [];
  const columnOf = (field: keyof typeof HEADERS) => names.findIndex((one) => HEADERS[field].includes(one));
  const missing = (['sku', 'lot', 'units'] as const).filter((field) => columnOf(field) < 0);
  if (missing.length > 0) {
    const columns = missing.map((field) => HEADERS[field][0]).join(', ');
    throw new CsvFileError(
      'unknown_columns',
      `Falta la columna ${columns}. La primera fila lleva sku, lote y unidades`,
    );
  }
  if (records.length === 0) throw new CsvFileError('empty', 'El archivo no tiene ninguna fila');
  if (records.length > RECEIPT_LIMITS.rows) {
    const most = RECEIPT_LIMITS.rows.toLocaleString('es-AR');
    throw new CsvFileError('too_many_rows', `El archivo tiene más de ${most} filas. Dividilo y cargá las partes`);
  }
  const seen = new Map<string, number>();
  return records.map(({ row, cells }) => {
    const cell = (field: keyof typeof HEADERS) => {
      const column = columnOf(field);
      return column < 0 ? '' : cellAt(cells, column);
    };
    const read: ReceiptCells = {
      sku: cell('sku'),
      lot: cell('lot'),
      units: cell('units'),
      description: cell('description'),
      expiry: isoDay(cell('expiry')),
      criticality: isoDay(cell('criticality')),
    };
    const content = JSON.stringify([client, today, ...Object.values(read)]);
    const nth = (seen.get(content) ?? 0) + 1;
    seen.set(content, nth);
    const id = cell('id') || `ingreso-${today}-${hashText(content).toString(36)}-${nth}`;
    return { id, source: `${name}, fila ${row}`, cells: read, result: 'new', reason: null };
  });
}

/** Reads dd/mm/yyyy, as spreadsheets write days, as YYYY-MM-DD; other texts unchanged. */
function isoDay(text: string): string {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(text.trim()) ?? [];
  return year === '' ? text.trim() : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
