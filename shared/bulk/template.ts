import { csvLine, UTF8_BOM } from '#shared/csv.ts';
import { BULK_COLUMNS, type BulkCells, ROW_COLUMN } from './columns.ts';

/** Name of the template's file, without its ending. */
export const TEMPLATE_NAME = 'plantilla-carga-masiva';

/** The template: its header row, as spreadsheets in Argentina open it (readings S12, C40). */
export const TEMPLATE = `${UTF8_BOM}${BULK_COLUMNS.join(';')}\r\n`;

/** The template's header between the number of each row and what is wrong with it. */
export const CORRECTION_HEADER = `${UTF8_BOM}${[ROW_COLUMN, ...BULK_COLUMNS, 'motivo'].join(';')}\r\n`;

/** The template's header behind the number of each row. */
export const NUMBERED_HEADER = `${UTF8_BOM}${[ROW_COLUMN, ...BULK_COLUMNS].join(';')}\r\n`;

/** One row below a numbered header. */
export function numberedLine(row: number, cells: BulkCells, ...more: string[]): string {
  return csvLine([row, ...BULK_COLUMNS.map((column) => cells[column]), ...more]);
}

/** One row below the template's headers, formulas made harmless. */
export function templateLine(cells: BulkCells): string {
  return csvLine(BULK_COLUMNS.map((column) => cells[column]));
}
