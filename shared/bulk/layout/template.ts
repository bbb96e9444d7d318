import { csvLine, UTF8_BOM } from '#shared/kit/text/csv.ts';
import { BULK_COLUMNS, type BulkCells, DOUBTS_COLUMN, ROW_COLUMN, SETTLED_COLUMN } from './columns.ts';

/** File name of the template, without extension. */
export const TEMPLATE_NAME = 'plantilla-carga-masiva';

/** The template: a header row in the format of Argentine spreadsheets (readings S12, C40). */
export const TEMPLATE = `${UTF8_BOM}${BULK_COLUMNS.join(';')}\r\n`;

/** The template's header, after the row number and before the errors. */
export const CORRECTION_HEADER = `${UTF8_BOM}${[ROW_COLUMN, ...BULK_COLUMNS, 'motivo'].join(';')}\r\n`;

/** The template's header, after the row number and before the columns with open and with settled doubts. */
export const NUMBERED_HEADER = `${UTF8_BOM}${[ROW_COLUMN, ...BULK_COLUMNS, DOUBTS_COLUMN, SETTLED_COLUMN].join(';')}\r\n`;

/** Builds one row below a numbered header. */
export function numberedLine(row: number, cells: BulkCells, ...more: string[]): string {
  return csvLine([row, ...BULK_COLUMNS.map((column) => cells[column]), ...more]);
}

/** Builds one row below the template's header, with formulas escaped. */
export function templateLine(cells: BulkCells): string {
  return csvLine(BULK_COLUMNS.map((column) => cells[column]));
}
