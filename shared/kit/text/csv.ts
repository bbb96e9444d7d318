/** An amount in pesos, written with two decimals. */
export interface CsvAmount {
  pesos: number;
}

/** A cell: text is quoted and escaped, numbers stay numbers; null and undefined give an empty cell. */
export type CsvCell = string | number | CsvAmount | null | undefined;

/** Maximum number of rows in an export. */
export const MAX_EXPORT_ROWS = 100_000;

/** Byte order mark, by which Excel recognises UTF-8. */
export const UTF8_BOM = '\uFEFF';

/**
 * Beginnings that a spreadsheet may read as a formula. Apostrophes, blanks and invisible characters (zero-width spaces,
 * direction marks, variation selectors) may precede the sign.
 */
const FORMULA = /^['\s\p{Z}\p{C}\p{Mn}\u115F\u1160\u3164\uFFA0]*[=+\-@\t\r＝＋－＠﹢﹣﹦﹫]/u;

/**
 * Builds one line for spreadsheets in Argentina (readings S12): `;` between cells, decimal comma, CRLF. Escapes text
 * that looks like a formula with a leading apostrophe, which our reader removes; numbers need no escape.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(escapeCell).join(';')}\r\n`;
}

function escapeCell(cell: CsvCell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return String(cell).replace('.', ',');
  if (typeof cell === 'object') return cell.pesos.toFixed(2).replace('.', ',');
  const inert = FORMULA.test(cell) ? `'${cell}` : cell;
  return `"${inert.replaceAll('"', '""')}"`;
}

/** Removes the apostrophe with which `csvLine` escapes a formula. */
export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}

/** Returns the name of the file with a file's rows to correct. */
export const correctionsFileName = (name: string): string => name.replace(/(\.(?:csv|json))?$/i, ' - a corregir.csv');
