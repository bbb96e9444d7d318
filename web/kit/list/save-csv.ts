import { type CsvCell, csvLine, UTF8_BOM } from '#shared/kit/text/csv.ts';
import { formatDate } from '#shared/kit/text/format.ts';
import { parseWireDate } from '#shared/kit/wire-date.ts';
import { saveFile } from '#web/kit/lib/save-file.ts';

/** Downloads a table as a CSV file for spreadsheets (readings S12), named `name`.csv (C44). */
export function saveCsv(name: string, headers: readonly string[], rows: readonly (readonly CsvCell[])[]): void {
  const text = UTF8_BOM + [headers, ...rows].map(csvLine).join('');
  saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), `${name}.csv`);
}

/** Formats a date of the API as a cell, dd/mm/yyyy; returns other texts unchanged. */
export const csvDate = (text: string | null): string | null => (parseWireDate(text) ? formatDate(text) : text);
