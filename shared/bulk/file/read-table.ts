import { detectDelimiter, detectTableDelimiter, isFilled, lineBreakOf, SEP_LINE } from './csv-header.ts';
import { type CsvRecord, createRecordReader, firstRecords } from './csv-record-reader.ts';

/**
 * Reads a pasted or loaded table with `;`, `,` or tab between its cells. Skips blank rows. Rows are numbered as in a spreadsheet.
 *
 * @throws CsvFileError for an unclosed quote
 */
export function readTable(text: string): { records: CsvRecord[]; delimiter: string } {
  const hint = SEP_LINE.exec(text);
  const body = hint ? text.slice(hint[0].length) : text;
  const delimiter = hint?.[1] ?? delimiterOf(body);
  const reader = createRecordReader(delimiter, lineBreakOf(body), hint ? 2 : 1);
  return { records: [...reader.push(body), ...reader.end()].filter(isFilled), delimiter };
}

/** Scientific notation in a spreadsheet of Argentina: its comma is no delimiter. */
const DECIMAL_COMMA = /(\d),(\d+E[+-]\d)/gi;

/** Returns the delimiter of the first row; of the rows below it if the first one has a single cell. */
function delimiterOf(list: string): string {
  const text = list.replace(DECIMAL_COMMA, '$1.$2');
  const newline = lineBreakOf(text);
  const first = detectDelimiter(text, newline);
  const split = firstRecords(text, first, newline).find((cells) => cells.some((cell) => cell.trim() !== ''));
  return (split?.length ?? 0) > 1 ? first : detectTableDelimiter(text, newline);
}
