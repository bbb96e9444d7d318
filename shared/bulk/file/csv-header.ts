import { repairRow } from '#shared/bulk/doubts/damaged-cells.ts';
import { CsvFileError, type CsvFileErrorCode } from '#shared/bulk/rows/errors.ts';
import {
  type CsvRecord,
  createRecordReader,
  firstRecords,
  type RecordReader,
  rowTooLongError,
} from './csv-record-reader.ts';
import { normalizeHeader } from './normalize-header.ts';

/** Line by which spreadsheets declare the delimiter; not part of the data. */
export const SEP_LINE = /^sep=(.)\r?\n/i;

/** Builds the refusal of a file without any content. */
export const emptyFileError = () => new CsvFileError('empty', 'El archivo está vacío');

/** Returns whether a row has any content besides the mark of the end of old files. */
export const isFilled = ({ cells }: CsvRecord) => cells.some((cell) => cell.trim() !== '' && cell.trim() !== '\x1a');

/** Returns the line break of a text: old Macintosh files have `\r` alone. */
export const lineBreakOf = (text: string) => (text.includes('\n') || !text.includes('\r') ? '\n' : '\r');

/** The first part of a file, divided into rows by one delimiter. */
interface Beginning {
  reader: RecordReader;
  delimiter: string;
  records: CsvRecord[];
}

/** The header of a file, with the records below it in the first part of the file. */
interface ParsedHeader<L> extends Beginning {
  headers: string[];
  layout: L;
}

/** Number of first rows that are searched for the header: programs write titles above it. */
const HEADER_ROWS = 20;

/**
 * Finds the header: the first row, or the first one below titles whose layout is known.
 *
 * @throws CsvFileError of the row that looks most like a header, if no row's layout is known
 */
export function readHeader<L>(
  start: string,
  more: boolean,
  layoutOf: (headers: readonly string[]) => L,
): ParsedHeader<L> {
  if (/^\s*(?:<(?:!doctype|html|table|\?xml)|[[{])/i.test(start)) {
    throw new CsvFileError('not_csv', 'El archivo no es un CSV. Exportalo como CSV y probá de nuevo');
  }
  const hint = SEP_LINE.exec(start);
  const text = hint ? start.slice(hint[0].length) : start;
  const newline = lineBreakOf(text);
  const divide = (delimiter: string): Beginning => {
    const reader = createRecordReader(delimiter, newline, hint ? 2 : 1);
    const records = reader.push(text);
    if (!more) records.push(...reader.end());
    if (!records.some(isFilled)) throw more ? rowTooLongError(1) : emptyFileError();
    return { reader, delimiter, records };
  };
  const headerAt = (beginning: Beginning, row: number): ParsedHeader<L> => {
    const headers = headersOf(beginning.records[row], beginning.delimiter);
    return { ...beginning, headers, layout: layoutOf(headers), records: beginning.records.slice(row + 1) };
  };

  const [usual, table] = hint?.[1]
    ? [hint[1], hint[1]]
    : [detectDelimiter(text, newline), detectTableDelimiter(text, newline)];
  const known = attempt(
    () => {
      const divided = divide(usual);
      return headerAt(divided, divided.records.findIndex(isFilled));
    },
    usual === table ? ['unknown_columns'] : ['unknown_columns', 'open_quote'],
  );
  if (known) return known;
  const beginning = divide(table);
  const rows = [...beginning.records.slice(0, HEADER_ROWS).keys()].filter(
    (row) => headersOf(beginning.records[row], beginning.delimiter).length > 1,
  );
  for (const row of rows) {
    const below = attempt(() => headerAt(beginning, row));
    if (below) return below;
  }
  return headerAt(beginning, likeliestHeader(beginning.records.slice(0, HEADER_ROWS)));
}

function headersOf(record: CsvRecord | undefined, delimiter: string): string[] {
  const steps = repairRow(record?.cells ?? [], delimiter);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value.cells.map((cell) => cell.trim());
}

/** Returns null for a header whose columns are unknown, or for other codes: a wrong delimiter finds quotes out of place. */
function attempt<T>(read: () => T, codes: readonly CsvFileErrorCode[] = ['unknown_columns']): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof CsvFileError && codes.includes(error.code)) return null;
    throw error;
  }
}

/** Returns the first row with about as many filled cells as any other: titles have few. */
function likeliestHeader(records: readonly CsvRecord[]): number {
  const counts = records.map(({ cells }) => cells.filter((cell) => normalizeHeader(cell) !== '').length);
  const enough = 0.8 * Math.max(...counts);
  return Math.max(
    0,
    counts.findIndex((count) => count > 0 && count >= enough),
  );
}

const DELIMITERS = [';', ',', '\t'];

/** Detects the delimiter that splits the first row into the most columns. */
export function detectDelimiter(text: string, newline: '\n' | '\r'): string {
  const columns = (delimiter: string) => {
    const header = firstRecords(text, delimiter, newline).find((cells) => cells.some((cell) => cell.trim() !== ''));
    return (header ?? []).filter((cell) => normalizeHeader(cell) !== '').length;
  };
  return bestOf(DELIMITERS, columns);
}

/** Detects the delimiter of a table below titles: the one that splits the most rows into the same, large number of cells. */
export function detectTableDelimiter(text: string, newline: '\n' | '\r'): string {
  const agreement = (delimiter: string) => {
    const widths = firstRecords(text, delimiter, newline).map((cells) => cells.length);
    return Math.max(
      0,
      ...widths.map((width) => (width > 1 ? width * widths.filter((other) => other === width).length : 0)),
    );
  };
  return bestOf(DELIMITERS, agreement);
}

const bestOf = <T>(all: readonly T[], score: (one: T) => number) =>
  all.reduce((best, one) => (score(one) > score(best) ? one : best));
