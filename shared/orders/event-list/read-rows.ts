import { cellAt } from '#shared/bulk/cells/cell-at.ts';
import type { CsvRecord } from '#shared/bulk/file/csv-record-reader.ts';
import { readTable } from '#shared/bulk/file/read-table.ts';
import { CsvFileError } from '#shared/bulk/rows/errors.ts';
import type { BulkLimits } from '#shared/bulk/rows/limits.ts';
import { EMPTY_CELLS, EVENT_COLUMNS, type EventColumn, IN_ORDER, readHeaderRow } from './columns.ts';

/** Limits of one list: a day of a large hub. */
export const LIST_LIMITS: BulkLimits = { rows: 20_000, bytes: 5 * 1024 * 1024 };

/** A row of a list of events, not checked yet. */
export interface EventRow {
  /** Number of the row as in a spreadsheet: the first row, also a header, is row 1. */
  row: number;
  /** The row as received. */
  text: string;
  cells: Record<EventColumn, string>;
}

/**
 * Reads a list of events: a label a line, or a table of `EVENT_COLUMNS` with `;`, `,` or tab between its cells, with a header in any
 * order or without one. Skips blank rows.
 *
 * @throws CsvFileError for a list with too many rows or an unclosed quote
 */
export function readEventRows(text: string): EventRow[] {
  const { records, delimiter } = readTable(text);
  const header = readHeaderRow(records[0]?.cells ?? []);
  const rows = header ? records.slice(1) : records;
  if (rows.length > LIST_LIMITS.rows) throw tooManyRowsError();
  return rows.map((record) => ({
    row: record.row,
    text: textOf(record, delimiter),
    cells: Object.fromEntries(
      EVENT_COLUMNS.map((column) => [column, cellAt(record.cells, (header ?? IN_ORDER)[column])]),
    ) as Record<EventColumn, string>,
  }));
}

/** Returns a row that has only a label, such as a scanned one. */
export const labelRow = (row: number, label: string): EventRow => ({
  row,
  text: label,
  cells: { ...EMPTY_CELLS, etiqueta: cellAt([label], 0) },
});

const textOf = ({ cells }: CsvRecord, delimiter: string) => cells.join(delimiter).trim();

function tooManyRowsError(): CsvFileError {
  const limit = LIST_LIMITS.rows.toLocaleString('es-AR');
  return new CsvFileError('too_many_rows', `La lista tiene más de ${limit} filas. Dividila y cargá las partes`);
}
