import { type CsvCell, csvLine, UTF8_BOM } from '#shared/csv.ts';
import { formatDate } from '#shared/format.ts';
import { parseWireDate } from '#shared/wire-date.ts';
import { saveFile } from './save-file.ts';

/** Hands a table to the browser's downloads as a file for spreadsheets (readings S12), whose name ends in .csv (C44). */
export function saveCsv(name: string, headers: readonly string[], rows: readonly (readonly CsvCell[])[]): void {
  const text = UTF8_BOM + [headers, ...rows].map(csvLine).join('');
  saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), `${name}.csv`);
}

/** A date of the wire as a cell, dd/mm/yyyy; what is none stays as it came. */
export const csvDate = (text: string | null): string | null => (parseWireDate(text) ? formatDate(text) : text);
