import { CSV_MARK, csvLine } from '#shared/csv.ts';
import { BULK_COLUMNS, type BulkCells } from './columns.ts';

/** Name of the template's file, without its ending. */
export const TEMPLATE_NAME = 'plantilla-carga-masiva';

/** The template: its header row, as spreadsheets in Argentina open it (readings S12, C40). */
export const TEMPLATE = `${CSV_MARK}${BULK_COLUMNS.join(';')}\r\n`;

/** One row below the template's headers, formulas made harmless. */
export function templateLine(cells: BulkCells, ...more: string[]): string {
  return csvLine([...BULK_COLUMNS.map((column) => cells[column]), ...more]);
}
