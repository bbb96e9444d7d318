/** An amount of money in pesos; a file shows it with both decimals. */
export interface CsvAmount {
  pesos: number;
}

/** A cell: text is quoted and made inert, numbers stay numbers; nothing is an empty cell. */
export type CsvCell = string | number | CsvAmount | null | undefined;

/** Most rows that one export holds. */
export const MAX_EXPORT_ROWS = 100_000;

/** What a file begins with: the mark by which Excel knows UTF-8. */
export const UTF8_BOM = '\uFEFF';

/**
 * Beginnings that a spreadsheet may take for a formula. Apostrophes, blanks and characters that nobody sees (zero-width
 * spaces, direction marks, variation selectors) may stand before the sign.
 */
const FORMULA = /^['\s\p{Z}\p{C}\p{Mn}\u115F\u1160\u3164\uFFA0]*[=+\-@\t\r＝＋－＠﹢﹣﹦﹫]/u;

/**
 * One line of a file for spreadsheets in Argentina (readings S12): `;` between cells, a decimal comma, CRLF. Text that
 * would be a formula gets an apostrophe before it, which our own reader takes off again; numbers never do.
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

/** Takes off the apostrophe that `csvLine` puts before what a spreadsheet would take for a formula. */
export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}
